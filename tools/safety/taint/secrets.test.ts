import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import * as Base58 from 'ox/Base58'
import { describe, expect, test } from 'vitest'
import { createSecretMatcher } from './secrets.ts'

const hexOf = (key: Uint8Array) => Buffer.from(key).toString('hex')
const codesOf = (text: string) => [...text].map((character) => character.charCodeAt(0))

const mapCodes = (text: string, change: (code: number) => number) =>
  String.fromCodePoint(...codesOf(text).map(change))
const escapeAll = (key: Uint8Array, write: (code: number) => string) =>
  codesOf(hexOf(key)).map(write).join('')

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString('base64')
const inGroups = (key: Uint8Array, width: number) => hexOf(key).match(new RegExp(`.{${width}}`, 'g')) ?? []

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV'
const ASCII85 = String.fromCharCode(...Array.from({ length: 85 }, (_, digit) => 33 + digit))
const RFC1924 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'

const base32 = (bytes: Uint8Array | string, alphabet = BASE32) =>
  [...Buffer.from(bytes as Uint8Array)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .match(/.{1,5}/g)
    ?.map((bits) => alphabet[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('')

/** Base85 of whole groups of four bytes. */
const base85 = (bytes: Uint8Array | string, alphabet: string) =>
  hexOf(Buffer.from(bytes as Uint8Array))
    .match(/.{8}/g)
    ?.map((word) => {
      let rest = Number.parseInt(word, 16)
      return Array.from({ length: 5 }, () => {
        const digit = alphabet[rest % 85]
        rest = Math.floor(rest / 85)
        return digit
      })
        .reverse()
        .join('')
    })
    .join('')

const inSelectors = (bytes: Uint8Array) =>
  String.fromCodePoint(...Array.from(bytes, (byte) => (byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)))

/** Ways to write a key down. */
const ENCODINGS: Readonly<Record<string, (key: Uint8Array) => unknown>> = {
  hex: hexOf,
  '0x hex': (key) => `0x${hexOf(key)}`,
  'upper-case hex': (key) => hexOf(key).toUpperCase(),
  'mixed-case hex': (key) =>
    hexOf(key).replaceAll(/[a-f]/g, (digit, at) => (at % 2 ? digit : digit.toUpperCase())),
  'hex with colons': (key) => (hexOf(key).match(/../g) ?? []).join(':'),
  'hex bytes': (key) => (hexOf(key).match(/../g) ?? []).map((byte) => `0x${byte}`),
  'escaped bytes': (key) => (hexOf(key).match(/../g) ?? []).map((byte) => `\\x${byte}`).join(''),
  base64: (key) => Buffer.from(key).toString('base64'),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  'base64 inside a longer one': (key) =>
    Buffer.concat([Buffer.from('k='), key, Buffer.from('!')]).toString('base64'),
  'base64 of hex': (key) => Buffer.from(hexOf(key)).toString('base64'),
  'hex of hex': (key) => Buffer.from(hexOf(key)).toString('hex'),
  base58: (key) => Base58.fromBytes(key),
  'base58 behind the kind of a key': (key) => Base58.fromBytes(Uint8Array.of(0x80, ...key, 1, 9, 8, 7, 6)),
  'base58 of 0x hex': (key) => Base58.fromBytes(Buffer.from(`0x${hexOf(key)}`)),
  'base32 inside a longer one': (key) => base32(Buffer.concat([Buffer.from('k='), key])),
  'base32 of a line of text': (key) => base32(`KEY=0x${hexOf(key)}\n`),
  'base32 of base32': (key) => base32(base32(key) ?? ''),
  'base32 in the order of hex': (key) => base32(key, BASE32_HEX)?.toLowerCase(),
  'Ascii85 in its brackets': (key) => `<~${base85(key, ASCII85)}~>`,
  'Ascii85 of a line of text': (key) => base85(`KEY=0x${hexOf(key)};\n`, ASCII85),
  'base85 of RFC 1924': (key) => base85(key, RFC1924),
  'base85 of RFC 1924 of hex': (key) => base85(hexOf(key), RFC1924),
  Z85: (key) => base85(key, Z85),
  'base64 of Z85': (key) => base64(base85(key, Z85) ?? ''),
  decimal: (key) => BigInt(`0x${hexOf(key)}`).toString(),
  bits: (key) => [...key].map((byte) => byte.toString(2).padStart(8, '0')).join(' '),
  'reversed bytes': (key) => Buffer.from(key).reverse().toString('hex'),
  'reversed text': (key) => [...hexOf(key)].reverse().join(''),
  bytes: (key) => [...key],
  'half of its bytes': (key) => [...key.subarray(8, 24)],
  'the characters of its bytes': (key) => Buffer.from(key).toString('latin1'),
  'its bytes as a program shows them': (key) =>
    Array.from(key, (byte) =>
      byte > 0x20 && byte < 0x7f && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    ).join(''),
  'half of its bits': (key) =>
    [...key.subarray(0, 16)].map((byte) => byte.toString(2).padStart(8, '0')).join('-'),
  'pieces in words of calldata': (key) =>
    `0x12345678${inGroups(key, 8)
      .map((piece) => piece.padStart(64, '0'))
      .join('')}`,
  'pieces in addresses': (key) => inGroups(key, 8).map((piece) => `0x${piece.padStart(40, '0')}`),
  'bytes as an object': (key) => ({ ...[...key] }),
  'character codes': (key) => codesOf(hexOf(key)),
  'character codes as text': (key) => codesOf(hexOf(key)).join(','),
  'UTF-16': (key) => Buffer.from(hexOf(key), 'utf16le').toString('latin1'),
  'UTF-16 in base64': (key) => Buffer.from(hexOf(key), 'utf16le').toString('base64'),
  'percent-encoded': (key) =>
    codesOf(hexOf(key))
      .map((code) => `%${code.toString(16)}`)
      .join(''),
  'percent-encoded twice': (key) =>
    codesOf(hexOf(key))
      .map((code) => `%25${code.toString(16)}`)
      .join(''),
  'unicode escapes': (key) =>
    codesOf(hexOf(key))
      .map((code) => `\\u00${code.toString(16)}`)
      .join(''),
  'character references': (key) =>
    codesOf(hexOf(key))
      .map((code) => `&#${code};`)
      .join(''),
  'zero-width characters between': (key) => [...hexOf(key)].join('\u200b'),
  'full-width characters': (key) => mapCodes(hexOf(key), (code) => code + 0xfee0),
  'mathematical letters and digits': (key) =>
    mapCodes(hexOf(key), (code) => (code < 0x40 ? code - 0x30 + 0x1d7ce : code - 0x61 + 0x1d41a)),
  tags: (key) => mapCodes(hexOf(key), (code) => code + 0xe0000),
  'digits of another script': (key) => mapCodes(BigInt(`0x${hexOf(key)}`).toString(), (code) => code + 0x630),
  'letters of another script': (key) =>
    hexOf(key).replaceAll(/[abce]/g, (letter) => ({ a: 'а', b: 'Β', c: 'с', e: 'Ε' })[letter] ?? ''),
  'small capitals': (key) =>
    hexOf(key).replaceAll(/[a-f]/g, (letter) => 'ᴀʙᴄᴅᴇꜰ'[letter.charCodeAt(0) - 0x61] ?? ''),
  'halves of flags': (key) =>
    hexOf(key).replaceAll(/[a-f]/g, (letter) => mapCodes(letter, (code) => code - 0x61 + 0x1f1e6)),
  'black circles': (key) =>
    mapCodes(hexOf(key), (code) =>
      code > 0x40 ? code - 0x61 + 0x1f150 : code === 0x30 ? 0x24ff : code - 0x31 + 0x2776,
    ),
  'selectors of variants': (key) => `x${inSelectors(key)}`,
  'selectors of variants for its hex': (key) => `x${inSelectors(Buffer.from(hexOf(key)))}`,
  'accents on it': (key) => [...hexOf(key)].join('\u0301'),
  'escapes of full-width characters': (key) =>
    codesOf(hexOf(key))
      .map((code) => `\\u${(code + 0xfee0).toString(16)}`)
      .join(''),
  'percent-encoded full-width characters': (key) =>
    encodeURIComponent(mapCodes(hexOf(key), (code) => code + 0xfee0)),
  'octal escapes': (key) => escapeAll(key, (code) => `\\${code.toString(8)}`),
  'code points in braces': (key) => escapeAll(key, (code) => `\\u{${code.toString(16)}}`),
  'padded code points in braces': (key) => escapeAll(key, (code) => `\\x{00${code.toString(16)}}`),
  'long code points': (key) => escapeAll(key, (code) => `\\U${code.toString(16).padStart(8, '0')}`),
  'padded character references': (key) => escapeAll(key, (code) => `&#x00${code.toString(16)};`),
  'padded decimal references': (key) => escapeAll(key, (code) => `&#0${code};`),
  'quoted-printable': (key) => escapeAll(key, (code) => `=${code.toString(16).toUpperCase()}`),
  octal: (key) => BigInt(`0x${hexOf(key)}`).toString(8),
  base36: (key) => BigInt(`0x${hexOf(key)}`).toString(36),
  'thirteen letters on': (key) => mapCodes(hexOf(key), (code) => (code < 0x40 ? code : code + 13)),
  'two fields': (key) => ({ a: hexOf(key).slice(0, 32), b: hexOf(key).slice(32) }),
  'letter by letter': (key) => [...hexOf(key)],
  'half of it': (key) => hexOf(key).slice(0, 32),
  'base64 twice': (key) => base64(base64(key)),
  'base64 three times, over lines': (key) => (base64(base64(base64(key))).match(/.{1,20}/g) ?? []).join('\n'),
  'base64url of base64 of hex': (key) => Buffer.from(base64(Buffer.from(hexOf(key)))).toString('base64url'),
  'hex of base64 of hex': (key) => Buffer.from(base64(Buffer.from(hexOf(key)))).toString('hex'),
  'base64 of hex in groups': (key) => base64(Buffer.from(inGroups(key, 4).join(' '))),
  'base64 of percent-encoded base64': (key) => base64(Buffer.from(encodeURIComponent(base64(base64(key))))),
  'base64 of a decimal': (key) => base64(Buffer.from(BigInt(`0x${hexOf(key)}`).toString())),
  'base64 of a list of bytes': (key) => base64(Buffer.from(JSON.stringify([...key]))),
  'groups with words between': (key) => inGroups(key, 8).join(' then '),
  'numbered groups': (key) => inGroups(key, 4).map((digits, at) => `part ${at + 1}: 0x${digits}`),
  'groups in fields': (key) => inGroups(key, 8).map((digits, at) => ({ note: `no. ${at}`, digits })),
  'groups, last first': (key) => inGroups(key, 4).toReversed().join(' and '),
  'groups of two widths with words between': (key) =>
    (hexOf(key).match(/.{8}/g) ?? [])
      .flatMap((digits) => [digits.slice(0, 3), digits.slice(3)])
      .join(' then '),
  'names and fields in turn': (key) =>
    inGroups(key, 16).map((digits) => ({ [digits.slice(0, 8)]: digits.slice(8) })),
  'names and fields in turn, letter by letter': (key) =>
    inGroups(key, 2).map(([name = '', field]) => ({ [name]: field })),
  'base64, names and fields in turn': (key) => ({
    [base64(key).slice(0, 12)]: base64(key).slice(12, 24),
    [base64(key).slice(24, 36)]: base64(key).slice(36),
  }),
  'a field name': (key) => ({ [hexOf(key)]: 1 }),
  'field names, a byte each': (key) => inGroups(key, 2).map((digits) => ({ [digits]: 1 })),
  'base64 over non-ASCII': (key) => (base64(hexOf(key)).match(/.{1,10}/g) ?? []).join(' · '),
}

const NOTATIONS = Object.entries(ENCODINGS)

const KEYS = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => new Set(key).size > 16 && key[0] !== 0 && key[31] !== 0)

describe('createSecretMatcher', () => {
  test.each(NOTATIONS)('I43: finds any key as %s, in the middle of other text', (_, encode) => {
    fc.assert(
      fc.property(KEYS, (key) => {
        const matcher = createSecretMatcher([{ label: 'a key', bytes: key }])
        expect(matcher.find({ deep: [{ note: 'see', value: encode(key) }, 'there'] })).toBe('a key')
      }),
      { numRuns: 20 },
    )
  })

  test('I43: finds the words of a mnemonic, a password and a token', () => {
    const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const matcher = createSecretMatcher(
      [mnemonic, 'Kf9#xT2-long enough', 'rpc_3f9Zk1LmQ8'].map((text) => ({
        label: text,
        bytes: Buffer.from(text),
        isText: true,
      })),
    )
    for (const text of [
      mnemonic,
      mnemonic.split(' '),
      mnemonic.replaceAll(' ', ', ').toUpperCase(),
      Buffer.from(mnemonic).toString('base64'),
    ]) {
      expect(matcher.find(text)).toBe(mnemonic)
    }
    expect(matcher.find('the password is kf9#xt2-LONG enough.')).toBe('Kf9#xT2-long enough')
    expect(matcher.find('https://node.example/v2/rpc_3f9Zk1LmQ8/eth')).toBe('rpc_3f9Zk1LmQ8')
    expect(matcher.find(encodeURIComponent('Kf9#xT2-long enough'))).toBe('Kf9#xT2-long enough')
  })

  test.each([
    'token-abcdefgh\nsecond-ijklmnop',
    'Buy dips.\r\n\tSell tops.',
    'pässwörd-1234',
  ])('I43: finds the text %j however it is escaped', (text) => {
    const matcher = createSecretMatcher([{ label: 'a text', bytes: Buffer.from(text), isText: true }])
    const inAscii = (written: string) =>
      written.replaceAll(/[^ -~]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
    const json = JSON.stringify(text)
    for (const written of [json, inAscii(json), JSON.stringify(json), encodeURIComponent(text)]) {
      expect(matcher.find(`it is ${written}`), written).toBe('a text')
    }
  })

  test('I43: base32 is found that has letters alone', () => {
    const key = Buffer.from('92c6404f150bd350cf840a82549835f04dd2f173f9e5a1db46a079ddcd1e8351', 'hex')
    const written = base32(base32(key) ?? '')
    expect(written).toMatch(/^[A-Z]+$/)
    expect(createSecretMatcher([{ label: 'a key', bytes: key }]).find(`it is ${written}`)).toBe('a key')
  })

  test('I43: bytes are found however many numbers stand before them', () => {
    const key = Uint8Array.from({ length: 32 }, (_, at) => at * 7 + 1)
    const matcher = createSecretMatcher([{ label: 'a key', bytes: key }])
    const before = '1 2 3 5 '.repeat(20_000)
    expect(matcher.find(before)).toBeUndefined()
    expect(matcher.find(before + key.join(' '))).toBe('a key')
  })

  test('I43: what was clean in turn is not taken for clean as it is decoded', () => {
    const key = Uint8Array.from({ length: 32 }, (_, at) => at * 7 + 1)
    const matcher = createSecretMatcher([{ label: 'a key', bytes: key }])
    const [first = '', ...rest] = [...hexOf(key)].map((digit) => `%${digit.charCodeAt(0).toString(16)}`)
    const halves = { [`${first}${rest.splice(0, 12).join('')}`]: rest.splice(0, 12).join('') }
    expect(matcher.find(halves)).toBeUndefined()
    expect(matcher.find(Object.entries(halves))).toBe('a key')
  })

  test('behavior: addresses, hashes and amounts that are no secret pass', () => {
    fc.assert(
      fc.property(
        KEYS,
        fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 })),
        fc.bigInt(),
        (key, others, amount) => {
          const matcher = createSecretMatcher([{ label: 'a key', bytes: key }])
          const value = {
            hashes: others.map(hexOf),
            amount: amount.toString(),
            note: 'an ordinary sentence of words',
          }
          expect(matcher.find(value)).toBeUndefined()
        },
      ),
    )
  })
})
