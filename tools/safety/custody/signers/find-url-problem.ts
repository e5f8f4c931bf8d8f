const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|localhost)$/

/** Find what keeps a URL from being one that a token may be sent to; undefined when nothing does. */
export function findUrlProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return 'expected a URL, found none'
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') {
    return 'expected a URL without user name and password; the token comes from the environment'
  }
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return undefined
  return `expected https, or http on this machine, found ${protocol}//${hostname}`
}
