// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/demo.h"

#include "storage/store.h"

namespace homeward::app {

namespace {

domain::BaseUrl loopbackUrl(std::uint16_t port)
{
    return {.isTls = false, .host = "127.0.0.1", .port = port, .pathPrefix = {}};
}

const std::vector<DemoScript> &scripts()
{
    using std::chrono::milliseconds;
    static const std::vector<DemoScript> all{
        {.name = "demo-home",
         .models = {"demo-small"},
         .wordTime = milliseconds(40),
         .failsEvery = 0},
        {.name = "demo-workstation",
         .models = {"demo-large", "demo-shared"},
         .wordTime = milliseconds(60),
         .failsEvery = 0},
        {.name = "demo-attic",
         .models = {"demo-shared", "demo-code"},
         .wordTime = milliseconds(90),
         .failsEvery = 5},
    };
    return all;
}

} // namespace

Result<std::unique_ptr<Demo>> Demo::start()
{
    std::unique_ptr<Demo> demo(new Demo);
    if (const auto begun = demo->begin(); !begun)
        return begun.error();
    return demo;
}

Result<Done> Demo::begin()
{
    std::vector<storage::Change> changes;
    changes.emplace_back(storage::PutLoadBalancing{{.isEnabled = true}});
    int priority = int(scripts().size());
    for (const DemoScript &script : scripts()) {
        m_backends.push_back(std::make_unique<DemoBackend>(*m_poller, m_deadlines, script));
        const auto port = m_backends.back()->listen();
        if (!port)
            return port.error();
        priority -= 1;
        // The first of them is at home, the others are nodes.
        if (changes.size() == 1) {
            changes.emplace_back(storage::PutLocalServer{
                {.id = script.name, .name = script.name, .baseUrl = loopbackUrl(*port)}});
            continue;
        }
        changes.emplace_back(storage::PutNode{.node = {.fingerprint = "fp_" + script.name,
                                                       .name = script.name,
                                                       .baseUrl = loopbackUrl(*port),
                                                       .priority = priority + 1,
                                                       .addedAt = m_clock.wallNow()}});
    }
    // The router opens this folder like any other; what is entered here can be edited there.
    auto store = storage::Store::open(dataFolder());
    if (!store)
        return store.error();
    return (*store)->saveNow(changes);
}

} // namespace homeward::app
