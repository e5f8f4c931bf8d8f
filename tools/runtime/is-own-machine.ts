/** Names of this machine as URLs write them: loopback and unspecified addresses (RFC 6890), and RFC 6761. */
const LOOPBACK = /^(?:(?:.+\.)?localhost(?:\.localdomain)?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])\.?$/

/** An address of IPv4 within one of IPv6 (RFC 4291, 2.5.5), as URLs write it. */
const MAPPED = /^\[::(?:ffff:)?([\da-f]{1,4}):([\da-f]{1,4})\]$/

/** Write a host in one of its many forms (`127.1`, `0x7f000001`) as a URL has it; undefined for what is no host. */
function normalise(host: string): string | undefined {
  const bare = host.replace(/^\[|\]$/g, '')
  const written = URL.parse(`http://${bare.includes(':') ? `[${bare}]` : bare}/`)?.hostname
  const [, high, low] = MAPPED.exec(written ?? '') ?? []
  if (high === undefined || low === undefined) return written
  const value = Number.parseInt(high, 16) * 2 ** 16 + Number.parseInt(low, 16)
  return URL.parse(`http://${value}/`)?.hostname
}

/**
 * Tell whether a host is this machine, by its name or address alone; what is no host leads nowhere that anybody meant.
 *
 * @param addresses - those that this machine has
 */
export function isOwnMachine(host: string, addresses: readonly string[]): boolean {
  const written = normalise(host)
  return (
    written === undefined ||
    LOOPBACK.test(written) ||
    addresses.some((address) => normalise(address) === written)
  )
}
