import type { PostMessage } from '../../tools/safety/custody/signers/remote-signer.ts'

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} }

/** Post a message over HTTP; what fails names a code of the system and nothing of the message. */
export const postOverHttp: PostMessage = async ({ url, headers, body }, signal) => {
  try {
    // A redirect would take the headers elsewhere: it is an answer like any other.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { status: response.status, body: response.body ?? NOTHING }
  } catch (cause) {
    const { code } = ((cause as Error).cause ?? {}) as { readonly code?: string }
    throw Object.assign(new Error('the connection failed'), code === undefined ? {} : { code })
  }
}
