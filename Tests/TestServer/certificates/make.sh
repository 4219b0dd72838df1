#!/usr/bin/env bash
# Makes the certificates that the test server shows, each with its key, valid for a hundred years. They
# protect nothing: the keys are for everybody to read.
#
# It needs openssl. Run it only to make them anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

names="subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1"
days=36500
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }

# NAME SUBJECT KEY: nobody vouches for it but itself.
self_signed() {
  openssl req -x509 -new -key "$3" -sha256 -days $days -subj "$2" -addext "$names" \
    -out "$work/certificate"
  cat "$3" "$work/certificate" >"$1.pem"
}

# NAME SUBJECT NAMES: the authority vouches for it, from a date until another (YYYYMMDDHHMMSSZ).
vouched_for() {
  key "$work/key"
  openssl req -new -key "$work/key" -subj "$2" -out "$work/request"
  printf '%s\n' "$3" "basicConstraints = critical, CA:FALSE" >"$work/extensions"
  : >"$work/index"
  openssl ca -batch -notext -md sha256 -config "$work/authority.cnf" \
    -in "$work/request" -extfile "$work/extensions" -startdate "$4" -enddate "$5" \
    -out "$work/certificate" 2>/dev/null
  cat "$work/key" "$work/certificate" >"$1.pem"
}

key "$work/authority-key"
openssl req -x509 -new -key "$work/authority-key" -sha256 -days $days \
  -subj "/O=Reprise tests/CN=Test authority" -addext "keyUsage = critical, keyCertSign" \
  -out authority.pem
cat >"$work/authority.cnf" <<END
[ca]
default_ca = authority
[authority]
database = $work/index
new_certs_dir = $work
certificate = authority.pem
private_key = $work/authority-key
policy = any
rand_serial = yes
[any]
organizationName = optional
commonName = supplied
END

from=20260101000000Z
until=21251231000000Z
vouched_for vouched-for "/O=Reprise tests/CN=localhost" "$names" $from $until
vouched_for wrong-name "/O=Reprise tests/CN=other.example.com" \
  "subjectAltName = DNS:other.example.com" $from $until
vouched_for expired "/O=Reprise tests/CN=localhost" "$names" 20190101000000Z 20200101000000Z
vouched_for future "/O=Reprise tests/CN=localhost" "$names" 21200101000000Z $until

key "$work/own-key"
self_signed self-signed "/O=Reprise tests/CN=appliance" "$work/own-key"
self_signed renewed "/O=Reprise tests/CN=appliance, renewed" "$work/own-key"
key "$work/other-key"
self_signed changed "/O=Reprise tests/CN=appliance" "$work/other-key"
