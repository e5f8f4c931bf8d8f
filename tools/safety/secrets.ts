import { Buffer } from 'node:buffer'

/** Finds secret material in text. */
export interface SecretMatcher {
  /** The label of the first secret that the text contains in any known encoding, or undefined. */
  find(text: string): string | undefined
}

/** A secret to look for: raw bytes with a label that may be shown. */
export interface Secret {
  readonly label: string
  readonly bytes: Uint8Array
}

/** Create a matcher that knows a secret as hex, base64, base64url, decimal and reversed hex. */
export function createSecretMatcher(secrets: readonly Secret[]): SecretMatcher {
  const needles = secrets.flatMap(({ label, bytes }) => {
    const buffer = Buffer.from(bytes)
    const hex = buffer.toString('hex')
    const encodings = [
      hex,
      Buffer.from(bytes).reverse().toString('hex'),
      buffer.toString('base64').replace(/=+$/, '').toLowerCase(),
      buffer.toString('base64url').toLowerCase(),
      BigInt(`0x${hex}`).toString(),
    ]
    return encodings.map((needle) => ({ label, needle }))
  })
  return {
    find(text) {
      const folded = text.toLowerCase()
      return needles.find(({ needle }) => folded.includes(needle))?.label
    },
  }
}
