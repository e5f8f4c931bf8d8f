import { Buffer } from 'node:buffer'
import { type Hex, hexToBigInt, stringToBytes } from 'viem'
import { keccak256 } from '../../tools/core/keccak256.ts'

const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')
const digits = (secret: Hex) => secret.slice(2)
const inPieces = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []

/** Ways in which a scenario can write a planted secret: `${secret.name.base64}`. */
const SECRET_ENCODINGS = {
  hex: (secret: Hex) => secret as string,
  HEX: (secret: Hex) => digits(secret).toUpperCase(),
  decimal: (secret: Hex) => hexToBigInt(secret).toString(),
  base64: (secret: Hex) => base64(Buffer.from(digits(secret), 'hex')),
  base64url: (secret: Hex) => Buffer.from(digits(secret), 'hex').toString('base64url'),
  base64twice: (secret: Hex) => base64(base64(Buffer.from(digits(secret), 'hex'))),
  base64hex: (secret: Hex) => base64(secret),
  groups: (secret: Hex) => inPieces(digits(secret), 4).join(' '),
  colons: (secret: Hex) => inPieces(digits(secret), 2).join(':'),
  reversed: (secret: Hex) => [...digits(secret)].reverse().join(''),
} as const satisfies Record<string, (secret: Hex) => string>

/** List how a planted secret may be referred to. */
export const listSecretReferences = (name: string): readonly string[] => [
  `secret.${name}`,
  ...Object.keys(SECRET_ENCODINGS).map((encoding) => `secret.${name}.${encoding}`),
]

/** Write a planted secret as a reference asks for it; undefined when it refers to none. */
export function writeSecret(reference: string, planted: readonly string[]): string | undefined {
  const [, name = '', encoding = 'hex', ...rest] = reference.split('.')
  if (!planted.includes(name) || !Object.hasOwn(SECRET_ENCODINGS, encoding) || rest.length > 0)
    return undefined
  return SECRET_ENCODINGS[encoding as keyof typeof SECRET_ENCODINGS](makeSecret(name))
}

/** Make the secret that a scenario plants under a name: 32 bytes, the same in every run. */
export const makeSecret = (name: string): Hex => keccak256(stringToBytes(`a secret of scenarios: ${name}`))
