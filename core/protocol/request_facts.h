// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "protocol/json_scanner.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace homeward::protocol {

/// A part of a body: where it begins, and how many bytes it has.
struct Span
{
    std::size_t offset = 0;
    std::size_t size = 0;

    bool operator==(const Span &) const = default;
};

/// All that the router reads of a request body before it passes it on.
struct RequestFacts
{
    /// Decoded: without quotes and escapes.
    std::string model;
    /// Where the body holds the value as it is written: in JSON with its quotes. More than one when
    /// the body repeats it.
    std::vector<Span> modelSpans;
    bool isStream = false;

    bool operator==(const RequestFacts &) const = default;
};

/// Finds `model` and `stream` at the top level of a JSON body, which comes in pieces of any size,
/// checks the whole grammar on the way and builds no tree. A byte order mark in front is read past,
/// as most servers do (RFC 8259, section 8.1); spans and offsets count it. Incremental rather than
/// a parse of the complete body, as simdjson would do it: one pass over 25 MB would hold up the
/// router's thread.
class RequestFactsReader final : private JsonListener
{
public:
    RequestFactsReader() = default;

    void feed(std::string_view piece);
    /// True once the body is known to be faulty; no more needs to be fed then.
    bool hasFailed() const { return m_scanner.fault() != JsonFault::None || m_error; }
    /// Errors are of the kind InvalidRequest, and never hold text of the body.
    Result<RequestFacts> finish();

private:
    std::size_t valueBegins(const JsonPlace &place) override;
    void valueEnds(const JsonEnd &end) override;
    std::string_view behindMark(std::string_view piece);
    void takeModel(const JsonEnd &end);
    void refuse(std::string message);

    enum class Member : std::uint8_t { Other, Model, Stream };

    JsonScanner m_scanner{1};
    Member m_member = Member::Other;
    std::size_t m_begin = 0;
    bool m_isAtFront = true;
    /// How much of a byte order mark there is in front.
    std::size_t m_markBytes = 0;
    bool m_isObject = false;
    RequestFacts m_facts;
    std::optional<Error> m_error;
};

} // namespace homeward::protocol
