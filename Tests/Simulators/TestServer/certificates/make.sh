#!/usr/bin/env bash
# Makes the certificates that the test server shows, each with its key, valid for a hundred years. They
# protect nothing: the keys are for everybody to read.
#
# It needs openssl. Run it only to make them anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
names="subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1"
from=20200101000000Z
until=21191231000000Z

cat >"$work/authority.cnf" <<END
[ca]
default_ca = authority
[authority]
database = $work/index
new_certs_dir = $work
rand_serial = yes
unique_subject = no
policy = any
[any]
organizationName = optional
commonName = supplied
[req]
distinguished_name = any
END
: >"$work/index"

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$1"; }

# FILE KEY SUBJECT EXTENSION FROM UNTIL SIGNER...
certify() {
  openssl req -new -config "$work/authority.cnf" -key "$work/$2" -subj "$3" -out "$work/request"
  echo "$4" >"$work/extensions"
  openssl ca -batch -notext -md sha256 -config "$work/authority.cnf" -in "$work/request" \
    -extfile "$work/extensions" -startdate "$5" -enddate "$6" "${@:7}" -out "$1" 2>/dev/null
}

# NAME KEY SUBJECT: nobody vouches for it but itself.
self_signed() {
  certify "$work/certificate" "$2" "$3" "$names" $from $until -selfsign -keyfile "$work/$2"
  cat "$work/$2" "$work/certificate" >"$1.pem"
}

# NAME SUBJECT NAMES FROM UNTIL: the authority vouches for it.
vouched_for() {
  key "$1"
  certify "$work/certificate" "$1" "$2" "$3" "$4" "$5" -cert authority.pem \
    -keyfile "$work/authority"
  cat "$work/$1" "$work/certificate" >"$1.pem"
}

key authority
certify authority.pem authority "/O=Reprise tests/CN=Test authority" \
  "basicConstraints = critical, CA:TRUE" $from $until -selfsign -keyfile "$work/authority"
vouched_for vouched-for "/O=Reprise tests/CN=localhost" "$names" $from $until
vouched_for wrong-name "/O=Reprise tests/CN=other.example.com" \
  "subjectAltName = DNS:other.example.com" $from $until
vouched_for expired "/O=Reprise tests/CN=localhost" "$names" 20190101000000Z 20200101000000Z
vouched_for future "/O=Reprise tests/CN=localhost" "$names" 21180101000000Z $until

key own
self_signed self-signed own "/O=Reprise tests/CN=appliance"
self_signed renewed own "/O=Reprise tests/CN=appliance, renewed"
key other
self_signed changed other "/O=Reprise tests/CN=appliance"
