// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json_oracle.h"

#include "base/header_list.h"
#include "protocol/model_name.h"

#include <nlohmann/json.hpp>

namespace homeward::protocol::testing {

namespace {

using Json = nlohmann::json;

/// Hears what the parser of nlohmann/json finds, without a tree.
class Listener final : public Json::json_sax_t
{
public:
    struct Model
    {
        bool isString = false;
        std::string text;
    };
    bool isObject = false;
    bool isOddlySpelled = false;
    bool isTooDeep = false;
    bool isCertain = true;
    bool isStream = false;
    std::vector<Model> models;

    bool null() override { return takeValue({}); }
    bool boolean(bool value) override { return takeValue({}, value); }
    bool number_integer(number_integer_t) override { return takeValue({}); }
    bool number_unsigned(number_unsigned_t) override { return takeValue({}); }
    bool number_float(number_float_t, const string_t &) override { return takeValue({}); }
    bool string(string_t &text) override { return takeValue(Model{true, text}); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(true); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(false); }
    bool end_array() override { return close(); }
    bool key(string_t &text) override
    {
        if (m_depth == 1)
            m_key = text;
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const Json::exception &error) override
    {
        constexpr int numberOutOfRange = 406;
        const std::string_view what = error.what();
        isCertain = error.id != numberOutOfRange && what.find("surrogate") == what.npos;
        return false;
    }

private:
    bool takeValue(Model model, bool isTrue = false)
    {
        if (m_depth == 1 && isObject) {
            if (equalsIgnoringCase(m_key, "model")) {
                isOddlySpelled = isOddlySpelled || m_key != "model";
                models.push_back(std::move(model));
            }
            if (m_key == "stream")
                isStream = isTrue;
        }
        return true;
    }
    bool open(bool isAnObject)
    {
        takeValue({});
        if (m_depth == 0)
            isObject = isAnObject;
        ++m_depth;
        isTooDeep = isTooDeep || m_depth > JsonScanner::depthLimit;
        return !isTooDeep;
    }
    bool close()
    {
        --m_depth;
        return true;
    }

    std::size_t m_depth = 0;
    std::string m_key;
};

/// nlohmann/json skips a byte order mark, and takes a NUL for the end of the text.
bool isReadAlike(std::string_view text)
{
    return !text.starts_with("\xef\xbb\xbf") && text.find('\0') == text.npos;
}

} // namespace

OracleAnswer askOracle(std::string_view body)
{
    if (!isReadAlike(body))
        return {};
    Listener listener;
    OracleAnswer answer;
    const bool isJson = Json::sax_parse(body, &listener);
    answer.isCertain = listener.isCertain;
    if (!isJson || !listener.isObject || listener.isOddlySpelled || listener.models.empty()
        || listener.models.size() > 16) {
        return answer;
    }
    for (const auto &model : listener.models) {
        if (!model.isString || modelNameProblem(model.text)
            || model.text != listener.models.front().text) {
            return answer;
        }
    }
    answer.isAccepted = true;
    answer.model = listener.models.front().text;
    answer.modelCount = listener.models.size();
    answer.isStream = listener.isStream;
    return answer;
}

OracleVerdict askOracleWhetherJson(std::string_view text)
{
    if (!isReadAlike(text))
        return {};
    Listener listener;
    const bool isJson = Json::sax_parse(text, &listener);
    return OracleVerdict{.isCertain = listener.isCertain, .isJson = isJson};
}

} // namespace homeward::protocol::testing
