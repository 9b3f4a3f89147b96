// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/management_call.h"

#include "base/json_fields.h"
#include "protocol/error_body.h"

#include <utility>

namespace homeward::engine {

namespace {

/// No management call has more to say.
constexpr std::size_t maxManagementBody = std::size_t(4) << 20;

bool isJson(std::string_view contentType)
{
    const std::string_view essence = contentType.substr(0, contentType.find_first_of("; \t"));
    return equalsIgnoringCase(essence, "application/json");
}

} // namespace

ManagementCall::ManagementCall(std::unique_ptr<http::Exchange> exchange, HeaderList commonFields,
                               std::vector<std::string> parameters)
    : m_exchange(std::move(exchange)),
      m_commonFields(std::move(commonFields)),
      m_parameters(std::move(parameters))
{ }

Result<nlohmann::json> ManagementCall::body() const
{
    const http::Request &request = m_exchange->request();
    if (request.body.isEmpty())
        return nlohmann::json::object();
    if (!isJson(request.fields.find("Content-Type").value_or(""))) {
        return Error{ErrorKind::UnsupportedMediaType,
                     "the body must be JSON; send it with Content-Type: application/json",
                     {}};
    }
    if (request.body.size() > maxManagementBody)
        return Error{ErrorKind::BodyTooLarge, "the body is over 4 MiB", {}};
    return jsonObjectFrom(request.body.view());
}

void ManagementCall::answer(int status, const OrderedJson &json)
{
    HeaderList fields;
    fields.append("Content-Type", "application/json");
    for (const HeaderList::Field &field : m_commonFields)
        fields.append(field.name, field.value);
    // Names come from other machines: what is no UTF-8 in them must not spoil the answer.
    m_exchange->send(status, fields,
                     std::make_shared<const std::string>(
                         json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace)));
}

void ManagementCall::answerEmpty()
{
    m_exchange->send(204, m_commonFields, std::make_shared<const std::string>());
}

void ManagementCall::refuse(const Error &error, const OrderedJson &extra)
{
    const protocol::ErrorAnswer plain = protocol::errorAnswer(protocol::Surface::OpenAi, error);
    OrderedJson json = OrderedJson::parse(plain.body, nullptr, false);
    json.update(extra);
    answer(plain.status, json);
}

} // namespace homeward::engine
