// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

/// The rows of http-api.md, section 6, that are refused, as bytes. The pure reader and the server
/// behind its socket are held to the same ones.

namespace homeward::testing {

struct GuardRow
{
    std::string name;
    std::string bytes;
    int status = 400;
};

inline const std::vector<GuardRow> &guardRows()
{
    const std::string get = "GET /x HTTP/1.1\r\nHost: localhost\r\n";
    const std::string post = "POST /x HTTP/1.1\r\nHost: localhost\r\n";
    const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
    static const std::vector<GuardRow> rows{
        {"length and chunks", post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
         400},
        {"chunks and length", post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
         400},
        {"two lengths", post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 400},
        {"listed lengths", post + "Content-Length: 1, 1\r\n\r\na", 400},
        {"length with a plus", post + "Content-Length: +3\r\n\r\nabc", 400},
        {"negative length", post + "Content-Length: -1\r\n\r\n", 400},
        {"hexadecimal length", post + "Content-Length: 0x3\r\n\r\nabc", 400},
        {"length of 20 digits", post + "Content-Length: 12345678901234567890\r\n\r\n", 400},
        {"empty length", post + "Content-Length: \r\n\r\n", 400},
        {"gzip, chunked", post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 400},
        {"identity", post + "Transfer-Encoding: identity\r\n\r\n", 400},
        {"chunked twice", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
         400},
        {"chunks in HTTP/1.0",
         "POST /x HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {"no Host", "GET /x HTTP/1.1\r\nAccept: a\r\n\r\n", 400},
        {"two Hosts", get + "Host: localhost\r\n\r\n", 400},
        {"bare LF", "GET /x HTTP/1.1\nHost: localhost\n\n", 400},
        {"bare LF at the end", get + "A: b\r\n\n", 400},
        {"bare CR in a value", get + "A: b\rc\r\n\r\n", 400},
        {"NUL in a value", get + "A: b" + std::string(1, '\0') + "c\r\n\r\n", 400},
        {"control character", get + "A: b\x01\r\n\r\n", 400},
        {"delete character", get + "A: b\x7f\r\n\r\n", 400},
        {"space before the colon", get + "A : b\r\n\r\n", 400},
        {"folded line", get + "A: b\r\n c\r\n\r\n", 400},
        {"folded first line", "GET /x HTTP/1.1\r\n Host: localhost\r\n\r\n", 400},
        {"empty name", get + ": b\r\n\r\n", 400},
        {"no colon", get + "nonsense\r\n\r\n", 400},
        {"bad method", "GE(T /x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"no method", " /x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"two spaces", "GET  /x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"trailing space", "GET /x HTTP/1.1 \r\nHost: localhost\r\n\r\n", 400},
        {"space in the target", "GET /x y HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"fragment in the target", "GET /x#y HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"relative target", "GET x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"authority form", "GET localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"another authority", "GET http://evil.example/x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"user info in Host", "GET /x HTTP/1.1\r\nHost: a@localhost\r\n\r\n", 400},
        {"TLS", std::string("\x16\x03\x01\x02\x00\x01\x00\x01", 8), 400},
        {"CONNECT", "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {"TRACE", "TRACE /x HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"HTTP/3.0", "GET /x HTTP/3.0\r\nHost: localhost\r\n\r\n", 505},
        {"HTTP/1.2", "GET /x HTTP/1.2\r\nHost: localhost\r\n\r\n", 505},
        {"HTTP/0.9", "GET /x\r\n\r\n", 505},
        {"lower case version", "GET /x http/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"another expectation", post + "Expect: 200-ok\r\nContent-Length: 1\r\n\r\n", 417},
        {"long request line", "GET /" + std::string(9000, 'a'), 414},
        {"long head", get + "A: " + std::string(70000, 'b'), 431},
        {"101 fields",
         [&get] {
             std::string head = get;
             for (int i = 0; i < 100; ++i)
                 head += "A: b\r\n";
             return head + "\r\n";
         }(),
         431},
        {"declared body too large", post + "Content-Length: 1001\r\n\r\n", 413},
        {"body that grows too large",
         chunked + "3e8\r\n" + std::string(1000, 'a') + "\r\n1\r\nb\r\n0\r\n\r\n", 413},
        {"chunk size zz", chunked + "zz\r\n", 400},
        {"empty chunk size", chunked + "\r\n", 400},
        {"chunk size with a sign", chunked + "+1\r\na\r\n0\r\n\r\n", 400},
        {"chunk size of 17 digits", chunked + "11111111111111111\r\n", 400},
        {"no line end behind a chunk", chunked + "1\r\naXX0\r\n\r\n", 400},
        {"bare LF behind a chunk size", chunked + "1\na\r\n0\r\n\r\n", 400},
    };
    return rows;
}

/// For all of the rows: the body that is too large has more bytes than this.
inline constexpr int guardBodyLimit = 1000;

} // namespace homeward::testing
