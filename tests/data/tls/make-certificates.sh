#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Made the certificates of this folder, which are for tests alone and valid from 2020 to 2119:
#   authority.pem       the authority that the tests trust
#   server.pem .key     localhost, 127.0.0.1 and ::1, signed by it
#   elsewhere.pem .key  elsewhere.example, signed by it: the wrong name for a server on loopback
#   stranger.pem        another authority, which signed nothing
set -eu
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
: > "$work/index"
cat > "$work/config" << CONFIG
[ca]
default_ca = tests
[tests]
database = $work/index
new_certs_dir = $work
rand_serial = yes
default_md = sha256
default_startdate = 20200101000000Z
default_enddate = 21191231235959Z
unique_subject = no
policy = any
[any]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
[elsewhere]
basicConstraints = CA:FALSE
subjectAltName = DNS:elsewhere.example
CONFIG

sign() # name key extensions options...
{
    name=$1 key=$2 extensions=$3
    shift 3
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$key" 2> /dev/null
    openssl req -new -key "$key" -subj "/CN=Homeward test $name" -out "$work/request"
    openssl ca -batch -notext -config "$work/config" -in "$work/request" -out "$name.pem" \
        -extensions "$extensions" "$@" 2> /dev/null
}

for name in authority stranger; do
    sign "$name" "$work/$name.key" authority -selfsign -keyfile "$work/$name.key"
done
for name in server elsewhere; do
    sign "$name" "$name.key" "$name" -cert authority.pem -keyfile "$work/authority.key"
done
chmod 644 ./*.key
