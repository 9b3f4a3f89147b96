// SPDX-FileCopyrightText: 2026 The Homeward authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/config_text.h"

namespace homeward::config {

std::string_view defaultConfigText()
{
    return R"(# homeward.yaml
#
# Each key stands here with its default. Take the "# " before a key away to set it: what the file
# sets goes before what is set in the app, and cannot be edited there.
# ${NAME} in any text is replaced from the environment ($${ is a literal). Times take a number in
# the unit of their key (_s, _ms), or 10s, 500ms, 1m, 2h.

server:
  # bind: ["127.0.0.1:39080"]          # addresses to listen on; also "[::1]:39080" and "unix:/path"
  # max_body_bytes: 67108864           # largest request body, up to 1 GiB
  # max_connections: 1024              # open connections of all clients together, 1 to 65536
  # max_connections_per_address: 256   # of one client address
  # allowed_hosts: []                  # Host names that are served beyond this machine's own
  # cors_origins: []                   # web pages that may call, such as "https://app.example"
  # tls: { certificate: "", private_key: "" }   # PEM files; both, to serve https

api_keys:
  # mode: permissive                   # permissive | blocking; blocking is forced beyond loopback
  # persistence_file: ""               # read for Continuum Router's files, and not used
  # keys: []                           # - { id, name, key | key_sha256, scopes, allowed_models,
  #                                    #   allowed_backends, rate_limit, allowed_client_ips,
  #                                    #   expires_at, enabled }; rate_limit is per minute

load_balancing:
  # enabled: false                     # also use other computers (nodes)
  # strategy: priority                 # priority | round-robin | least-loaded | fastest
  # failover_enabled: true             # try one other backend after a failure
  # health_check_interval_s: 30        # 0.2 to 3600

circuit_breaker:
  # failure_threshold: 3               # failures in a row that open it, 1 to 1000000
  # reset_timeout_s: 60                # until one request is let through again, 0.1 to 86400

timeouts:                              # fractions are allowed, 0 is none
  # connect_s: 3                       # until a backend is connected
  # first_byte_s: 600                  # until the head of its answer
  # idle_s: 300                        # between two pieces of an answer
  # total_s: 0                         # for a whole request
  # probe_s: 5                         # for a health check

nodes:                                 # other computers, the first is preferred
  # - name: workstation                # its address where there is no name
  #   base_url: "https://workstation.example:39080"
  #   api_key: ""                      # sent to the node
  #   priority: 255                    # 1 to 255, the highest first; by position where not given
  #   enabled: true                    # false: nothing is sent there
  #   tls: { ca_file: "", pinned_sha256: "" }   # for a certificate that the system does not know

local_servers:
  # auto_detect: true                  # look for inference servers on this computer
  # extra_ports: []                    # ports to look at beyond the usual ones
  # servers: []                        # - { name, base_url, kind }

providers:                             # services to fall back to
  # - name: openai                     # any name
  #   type: openai                     # openai | anthropic | gemini
  #   base_url: "https://api.openai.com"
  #   api_key: ""                      # sent to the provider
  #   models: []                       # the models that it is asked for

model_rewrites:                        # one model name for another
  # - source_model: fast               # the name that is asked for
  #   target_model: qwen3              # the name that is used
  #   force: false                     # false: only where nothing serves the source
  #   is_active: true                  # false: kept, and not used
  #   note: ""                         # for yourself

fallback:
  # fallback_chains: {}                # model: [first, second], when nothing serves the model

model_list:
  # include_routing_metadata: false    # add kyush_router to each entry of /v1/models
  # refresh_min_ms: 300000             # least time between two refreshes of one backend's list

decisions:
  # keep: 10000                        # how many are kept, 0 to 1000000
  # days: 14                           # and for how long, 1 to 3650

discovery:
  # browse: true                       # look for nodes on the local network
  # advertise: false                   # let others find this one

metrics:
  # enabled: true                      # serve /metrics

appproxy:
  # enabled: false                     # worker of a Backend.AI AppProxy, wildcard mode

appproxy_router:
  # enabled: false                     # the same, router mode
)";
}

} // namespace homeward::config
