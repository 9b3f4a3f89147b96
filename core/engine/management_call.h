// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "engine/snapshot_json.h"
#include "http/exchange.h"

#include <memory>
#include <string>
#include <vector>

namespace homeward::engine {

/// One call of the management API, to be answered once, now or later.
class ManagementCall
{
public:
    ManagementCall(std::unique_ptr<http::Exchange> exchange, HeaderList commonFields,
                   std::vector<std::string> parameters);

    const http::Request &request() const { return m_exchange->request(); }
    /// What stands in the path for a `{name}`, decoded.
    const std::string &parameter(std::size_t place) const { return m_parameters[place]; }
    /// The body as an object; an error for another content type, or what is none.
    Result<nlohmann::json> body() const;

    void answer(int status, const OrderedJson &json);
    /// 204.
    void answerEmpty();
    /// `extra` stands beside `error` in the answer.
    void refuse(const Error &error, const OrderedJson &extra = OrderedJson::object());

private:
    std::unique_ptr<http::Exchange> m_exchange;
    HeaderList m_commonFields;
    std::vector<std::string> m_parameters;
};

using ManagementCallPtr = std::shared_ptr<ManagementCall>;

} // namespace homeward::engine
