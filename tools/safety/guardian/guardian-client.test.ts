import { describe, expect, test } from 'vitest'
import { type GuardianRequest, hashGuardianRequest } from './guardian.ts'
import { createGuardianClient, type ExchangeLine } from './guardian-client.ts'
import { decodeGuardianLine, decodeGuardianRequest, encodeGuardianRequest } from './guardian-wire.ts'

const REQUEST: GuardianRequest = {
  chainId: 31_337,
  account: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  permitId: `0x${'11'.repeat(32)}`,
  calls: [{ to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', valueWei: 2n ** 64n + 1n, data: '0x01' }],
  deadlineSeconds: 1_000n,
  gasLimit: 100_000n,
  maxFeePerGasWei: 2n ** 60n + 1n,
}
const SIGNATURE_REQUEST: GuardianRequest = {
  ...REQUEST,
  calls: [],
  typedData: {
    domain: { name: 'Permit2', chainId: 31_337, verifyingContract: REQUEST.account },
    types: { Mail: [{ name: 'values', type: 'uint256[]' }] },
    primaryType: 'Mail',
    message: { values: ['7', '8'] },
  },
}
const SIGNATURE = `0x${'ab'.repeat(65)}`

/** A client whose time runs out when the test says so. */
function createClient(exchange: ExchangeLine) {
  const timers = new Map<number, () => void>()
  const client = createGuardianClient({
    exchange,
    timeoutMs: 1_234,
    setTimer(delayMs, callback) {
      timers.set(delayMs, callback)
      return () => timers.delete(delayMs)
    },
  })
  return { client, timers, expire: () => timers.get(1_234)?.() }
}

describe('createGuardianClient', () => {
  test('default: the very bytes go out and the answer comes back', async () => {
    let sent = ''
    const { client, timers } = createClient(async (line) => {
      sent = line
      return JSON.stringify({ signature: SIGNATURE })
    })
    expect(await client.review(REQUEST)).toEqual({ signature: SIGNATURE })
    expect(decodeGuardianRequest(sent)).toEqual(REQUEST)
    expect(timers.size).toBe(0)
  })

  test('I3 I16: typed data arrives as it was, and is what is signed for', () => {
    const arrived = decodeGuardianRequest(encodeGuardianRequest(SIGNATURE_REQUEST))
    expect(arrived).toEqual(SIGNATURE_REQUEST)
    expect(hashGuardianRequest(arrived)).toBe(hashGuardianRequest(SIGNATURE_REQUEST))
  })

  test('I3: silence is no consent, and the connection is given up', async () => {
    let given: AbortSignal | undefined
    const { client, expire } = createClient((_, signal) => {
      given = signal
      return new Promise(() => {})
    })
    const review = client.review(REQUEST)
    expire()
    await expect(review).rejects.toThrow('no answer within 1234 ms')
    expect(given?.aborted).toBe(true)
  })

  test('I3: an answer after the time is none', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { client, expire } = createClient(() => promise)
    const review = client.review(REQUEST)
    expire()
    resolve(JSON.stringify({ signature: SIGNATURE }))
    await expect(review).rejects.toThrow('no answer within 1234 ms')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{"signature":'],
    ['no answer', '{}'],
    ['a plain yes', 'true'],
    ['approval without a signature', '{"approved":true}'],
    ['a short signature', '{"signature":"0xabcd"}'],
    ['both at once', JSON.stringify({ signature: SIGNATURE, refused: 'no' })],
    ['an empty refusal', '{"refused":""}'],
  ])('I3 I36: %s is no answer', async (_, line) => {
    await expect(createClient(async () => line).client.review(REQUEST)).rejects.toThrow(/^the answer is /)
  })

  test('I3: a connection that fails is no answer', async () => {
    const { client, timers } = createClient(async () => {
      throw new Error('connection refused')
    })
    await expect(client.review(REQUEST)).rejects.toThrow('connection refused')
    expect(timers.size).toBe(0)
  })
})

describe('the request for a pause', () => {
  const PAUSE = { chainId: REQUEST.chainId, account: REQUEST.account }

  test('default: it names the cage and nothing else, and the answer comes back', async () => {
    let sent = ''
    const { client } = createClient(async (line) => {
      sent = line
      return JSON.stringify({ sent: REQUEST.permitId })
    })
    expect(await client.pause(PAUSE)).toEqual({ sent: REQUEST.permitId })
    expect(JSON.parse(sent)).toEqual({ pause: PAUSE })
    expect(decodeGuardianLine(sent)).toEqual({ pause: PAUSE })
  })

  test('I3: a guardian that says nothing has paused nothing', async () => {
    const { client, expire } = createClient(() => new Promise(() => {}))
    const pause = client.pause(PAUSE)
    expire()
    await expect(pause).rejects.toThrow('no answer within 1234 ms')
  })

  test.each([
    ['a plain yes', 'true'],
    ['no pause', '{"alreadyPaused":false}'],
    ['a signature', JSON.stringify({ signature: SIGNATURE })],
    ['half a hash', '{"sent":"0x1234"}'],
  ])('I3: %s is no answer', async (_, line) => {
    await expect(createClient(async () => line).client.pause(PAUSE)).rejects.toThrow(
      'the answer is malformed',
    )
  })

  test.each([
    ['nothing', {}],
    ['more', { ...PAUSE, calls: [] }],
    ['an odd account', { ...PAUSE, account: '0x12' }],
  ])('I3: one for %s is none', (_, pause) => {
    expect(() => decodeGuardianLine(JSON.stringify({ pause }))).toThrow('the request is malformed')
  })
})

describe('the request for a look', () => {
  const LOOK = { chainId: REQUEST.chainId, account: REQUEST.account }

  test('default: it names the cage and nothing else, and the answer comes back', async () => {
    let sent = ''
    const { client } = createClient(async (line) => {
      sent = line
      return '{"nothingToShow":true}'
    })
    expect(await client.look(LOOK)).toEqual({ nothingToShow: true })
    expect(decodeGuardianLine(sent)).toEqual({ look: LOOK })
  })

  test('I3: a signature is no answer', async () => {
    const { client } = createClient(async () => JSON.stringify({ signature: SIGNATURE }))
    await expect(client.look(LOOK)).rejects.toThrow('the answer is malformed')
  })
})

describe('decodeGuardianRequest', () => {
  const line = (change: object) =>
    JSON.stringify({
      ...REQUEST,
      calls: [{ ...REQUEST.calls[0], valueWei: '0' }],
      deadlineSeconds: '1',
      gasLimit: '1',
      maxFeePerGasWei: '0',
      ...change,
    })
  test('default', () => expect(decodeGuardianRequest(line({})).gasLimit).toBe(1n))
  test.each([
    ['a number for an amount', { gasLimit: 1 }],
    ['a negative amount', { gasLimit: '-1' }],
    ['no calls', { calls: [] }],
    ['a key too many', { policy: {} }],
    ['calls and typed data at once', { typedData: SIGNATURE_REQUEST.typedData }],
    ['typed data with more to it', { calls: undefined, typedData: { ...SIGNATURE_REQUEST.typedData, x: 1 } }],
    ['odd bytes', { calls: [{ ...REQUEST.calls[0], valueWei: '0', data: '0x1' }] }],
  ])('I3: %s is no request', (_, change) => {
    expect(() => decodeGuardianRequest(line(change))).toThrow('the request is malformed')
  })
})
