import { normaliseHost } from '../core/normalise-host.ts'

/** Names of this machine as URLs write them: loopback and unspecified addresses (RFC 6890), and RFC 6761. */
const LOOPBACK = /^(?:(?:.+\.)?localhost(?:\.localdomain)?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/**
 * Tell whether a host is this machine, by its name or address alone; what is no host leads nowhere that anybody meant.
 *
 * @param addresses - those that this machine has
 */
export function isOwnMachine(host: string, addresses: readonly string[]): boolean {
  const written = normaliseHost(host)
  return (
    written === undefined ||
    LOOPBACK.test(written) ||
    addresses.some((address) => normaliseHost(address) === written)
  )
}
