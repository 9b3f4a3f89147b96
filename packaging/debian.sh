# SPDX-FileCopyrightText: 2026 The Homeward authors
# SPDX-License-Identifier: GPL-3.0-or-later

# What the scripts of this folder share about Debian: rights, packages, the mirror of this machine,
# and root folders of other releases. Sourced by bash scripts that run with `set -eu`.

# sudo may ask for a password where somebody sits at a terminal, and never in CI.
sudo_words()
{
    if [ -n "${CI:-}" ] || ! { : </dev/tty; } 2>/dev/null; then
        echo sudo -n
    else
        echo sudo
    fi
}

as_root()
{
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        $(sudo_words) "$@"
    fi
}

can_become_root()
{
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null || return 1
    case $(sudo_words) in
    *-n) sudo -n true 2>/dev/null ;;
    *) sudo true ;;
    esac
}

# Prints those of the named packages that are not installed, one a line. Needs no network.
missing_packages()
{
    local installed package
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
        sed -n 's/ installed$//p') || true
    for package in "$@"; do
        case $'\n'"$installed"$'\n' in
        *$'\n'"$package"$'\n'*) ;;
        *) echo "$package" ;;
        esac
    done
}

# apt-get without questions. A source of the machine that cannot be reached just now must not keep
# away the packages of the others, so a failed update is no failure yet.
apt_get()
{
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 \
        -o Acquire::Retries=3 "$@"
}

update_package_lists()
{
    apt_get update || echo "apt-get update failed; trying with what is known" >&2
}

install_debian_packages()
{
    apt_get install -y --no-install-recommends "$@"
}

has_candidate()
{
    apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'
}

# Prints the Debian mirror that this machine installs from, as its own sources name it.
# HOMEWARD_DEBIAN_MIRROR overrides it.
debian_mirror()
{
    local address addresses list
    if [ -n "${HOMEWARD_DEBIAN_MIRROR:-}" ]; then
        echo "$HOMEWARD_DEBIAN_MIRROR"
        return 0
    fi
    # No process substitution here: a bare root folder has no /proc, and so no /dev/fd.
    addresses=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 2>/dev/null)
    for address in $addresses; do
        case $address in
        mirror+file:*)
            list=${address#mirror+file:}
            address=$(sed -n '/^[a-z]*:/{s/[[:space:]].*//;p;q}' "${list%/}" 2>/dev/null) || true
            ;;
        esac
        case $address in
        http*/debian | http*/debian/ | file*/debian | file*/debian/)
            echo "${address%/}"
            return 0
            ;;
        esac
    done
    return 1
}

# debian_root FOLDER RELEASE [PACKAGE ...]: makes a minimal root folder of another Debian release
# and installs packages there. FOLDER appears only when it is complete. Needs root.
debian_root()
{
    local folder=$1 release=$2 mirror partial proxy=
    shift 2
    mirror=$(debian_mirror) || {
        echo "no Debian mirror among this machine's sources (HOMEWARD_DEBIAN_MIRROR names one)" >&2
        return 1
    }
    if ! command -v debootstrap >/dev/null || ! command -v wget >/dev/null; then
        update_package_lists
        install_debian_packages debootstrap wget
    fi
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then
        export http_proxy=$proxy
    fi
    case $mirror in
    http*)
        timeout 60 wget -q --tries=2 --timeout=20 -O /dev/null "$mirror/dists/$release/Release" || {
            echo "the release $release cannot be reached at $mirror" >&2
            return 1
        }
        ;;
    esac

    partial=$folder.partial
    rm -rf --one-file-system "$partial"
    mkdir -p "$partial"
    # Every release newer than this machine's debootstrap is built as sid is.
    if ! debootstrap --variant=minbase --include=ca-certificates "$release" "$partial" "$mirror" \
        /usr/share/debootstrap/scripts/sid ||
        ! configure_debian_root "$partial" "$@"; then
        [ ! -f "$partial/debootstrap/debootstrap.log" ] ||
            tail -n 20 "$partial/debootstrap/debootstrap.log" >&2
        rm -rf --one-file-system "$partial"
        return 1
    fi
    mv "$partial" "$folder"
}

configure_debian_root()
{
    local folder=$1
    shift
    # The archive's release file may be past its date; the packages are still signed.
    echo 'Acquire::Check-Valid-Until "false";' >"$folder/etc/apt/apt.conf.d/99-valid-until"
    [ "$#" -eq 0 ] || chroot "$folder" sh -c 'export DEBIAN_FRONTEND=noninteractive
        apt-get -q update && apt-get -q install -y --no-install-recommends "$@"' sh "$@"
}
