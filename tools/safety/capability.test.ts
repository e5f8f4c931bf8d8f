import { describe, expect, test } from 'vitest'
import type { Capability } from '../core/capability.ts'
import { createCapabilityMint } from './capability.ts'

const GRANT = {
  tool: 'weth_wrap_eth',
  permitId: `0x${'11'.repeat(32)}`,
  simulationHash: `0x${'22'.repeat(32)}`,
} as const
const USE = { ...GRANT, tick: 1 }
const mintOne = () => {
  const mint = createCapabilityMint()
  return { mint, capability: mint.mint({ ...GRANT, expiresAtTick: 2 }) }
}
const invalid = expect.objectContaining({ code: 'CAPABILITY_INVALID', layer: 'capability' })
const thrownBy = (body: () => unknown) => {
  try {
    body()
  } catch (error) {
    return error
  }
  return undefined
}

describe('createCapabilityMint', () => {
  test('default: a minted capability is consumed once', () => {
    const { mint, capability } = mintOne()
    mint.consume(capability, USE)
    expect(thrownBy(() => mint.consume(capability, USE))).toEqual(invalid)
  })

  test.each<[string, (capability: Capability) => unknown]>([
    ['a spread copy', (capability) => ({ ...capability })],
    ['a structured clone', (capability) => structuredClone(capability)],
    ['parsed JSON', (capability) => JSON.parse(JSON.stringify(capability))],
    ['a proxy', (capability) => new Proxy(capability, {})],
    ['an heir', (capability) => Object.create(capability)],
    // biome-ignore lint/suspicious/noThenProperty: a thenable is one of the forgeries
    ['a thenable', () => ({ then: (resolve: (value: unknown) => void) => resolve(1) })],
    ['nothing', () => undefined],
    ['null', () => null],
  ])('error: CAPABILITY_INVALID for %s', (_, forge) => {
    const { mint, capability } = mintOne()
    expect(thrownBy(() => mint.consume(forge(capability) as Capability, USE))).toEqual(invalid)
    mint.consume(capability, USE)
  })

  test('behavior: a capability of another mint is worth nothing', () => {
    const { capability } = mintOne()
    expect(thrownBy(() => createCapabilityMint().consume(capability, USE))).toEqual(invalid)
  })

  test.each([
    ['another tool', { tool: 'wallet_transfer_token' }],
    ['another permit', { permitId: `0x${'33'.repeat(32)}` as const }],
    ['another plan', { simulationHash: `0x${'33'.repeat(32)}` as const }],
    ['a later tick', { tick: 2 }],
  ])('behavior: use with %s denies and still uses it up', (_, change) => {
    const { mint, capability } = mintOne()
    expect(thrownBy(() => mint.consume(capability, { ...USE, ...change }))).toEqual(invalid)
    expect(thrownBy(() => mint.consume(capability, USE))).toEqual(invalid)
  })
})
