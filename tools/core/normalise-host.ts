/** An address of IPv4 within one of IPv6 (RFC 4291, 2.5.5), as URLs write it. */
const MAPPED = /^\[::(?:ffff:)?([\da-f]{1,4}):([\da-f]{1,4})\]$/

/**
 * Write a host in one of its many forms (`127.1`, `0x7f000001`, `Example.com.`) as a URL has it, without the dot of the root;
 * undefined for what is no host.
 */
export function normaliseHost(host: string): string | undefined {
  const bare = host.replace(/^\[|\]$/g, '')
  const written = URL.parse(`http://${bare.includes(':') ? `[${bare}]` : bare}/`)?.hostname
  const [, high, low] = MAPPED.exec(written ?? '') ?? []
  if (high === undefined || low === undefined) return written?.replace(/\.$/, '')
  const value = Number.parseInt(high, 16) * 2 ** 16 + Number.parseInt(low, 16)
  return URL.parse(`http://${value}/`)?.hostname
}
