import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Who a request comes from. */
export type Caller = { readonly role: 'operator' } | { readonly role: 'session'; readonly session: string }

/** The tokens of a gateway: its own, and one for each session, which is good for the tools of that session alone. */
export interface Tokens {
  /** Judge an `Authorization` header; undefined for whoever has no token. */
  judge(authorization: string | undefined): Caller | undefined
  /** The token of a session's agent, for as long as this gateway runs. */
  forSession(session: string): string
  /** Take every token out of a text. */
  redact(text: string): string
}

/** Fewest characters of the gateway's token: it is guessed over the network. */
export const MIN_TOKEN_LENGTH = 32

/** RFC 6750, section 2.1. Nothing of it reads otherwise in JSON, in which tokens are looked for. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/
const BEARER = /^Bearer +(\S+)$/i
const SESSION_TOKEN = /^session\.([^.]+)\.[0-9a-f]{64}$/

/** Both are hashed first, so that neither length nor content shows in the time that it takes. */
const isSame = (a: string, b: string) => timingSafeEqual(hash(a), hash(b))
const hash = (text: string) => createHash('sha256').update(text).digest()

/**
 * Create the tokens of a gateway.
 *
 * @param startId - another one for each start: the token of an agent that outlived its gateway is nobody's
 * @throws RangeError when the gateway's own is too short, or has characters that no token has
 */
export function createTokens(own: string, startId: string): Tokens {
  if (own.length < MIN_TOKEN_LENGTH) {
    throw new RangeError(`the token has ${own.length} characters, expected at least ${MIN_TOKEN_LENGTH}`)
  }
  if (!TOKEN.test(own)) {
    throw new RangeError('the token has other characters than letters, digits and - . _ ~ + /')
  }
  const issued = new Set([own])
  const forSession = (session: string) => {
    const mac = createHmac('sha256', own)
      .update(JSON.stringify(['assay gateway session', startId, session]))
      .digest('hex')
    return `session.${Buffer.from(session).toString('base64url')}.${mac}`
  }
  return {
    judge(authorization = '') {
      const [, token = ''] = BEARER.exec(authorization) ?? []
      const named = SESSION_TOKEN.exec(token)?.[1]
      const session = named === undefined ? undefined : Buffer.from(named, 'base64url').toString()
      if (session !== undefined && isSame(token, forSession(session))) return { role: 'session', session }
      return isSame(token, own) ? { role: 'operator' } : undefined
    },
    forSession(session) {
      const token = forSession(session)
      issued.add(token)
      return token
    },
    redact: (text) => [...issued].reduce((left, token) => left.replaceAll(token, '[token]'), text),
  }
}
