import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { BASE } from '../../tools/protocols/metamorpho/base.ts'
import { DECODER } from '../../tools/protocols/metamorpho/decoder.ts'
import { defaultPolicy } from './default-policy.ts'
import { EMBEDDED_BOOK } from './embedded-book.ts'
import { DEFAULT_POLICY_CHOICES, deriveSafetyPolicy, listOwnTargets } from './safety-policy.ts'

const CAGE = '0x00000000000000000000000000000000000000ca'
const { usdcVault, factory } = BASE.addresses[1]
const NO_PINS = { codeHashes: new Map(), implementations: new Map() }
const cage = defaultPolicy(EMBEDDED_BOOK)
const { targets } = deriveSafetyPolicy(EMBEDDED_BOOK, cage, NO_PINS, {
  ...DEFAULT_POLICY_CHOICES,
  recipients: [],
  ownTargets: listOwnTargets(EMBEDDED_BOOK, CAGE),
} as never)
const ruleOf = (address: string) => targets.find((target) => target.address === address)
const selector = (signature: string) => toFunctionSelector(`function ${signature}`)

test('behavior: owner, operator and cage have lists of their own, of which none holds a function of another', () => {
  for (const { selectors, operatorSelectors = [], ownerSelectors = [] } of targets) {
    const all = [...new Set(selectors), ...operatorSelectors, ...ownerSelectors]
    expect(new Set(all).size).toBe(all.length)
  }
})

test("behavior: what decides over a vault is the owner's, what manages it the operator's", () => {
  const [claim] = DECODER.claims
  expect(ruleOf(usdcVault)?.operatorSelectors).toEqual(claim?.selectors)
  expect(ruleOf(usdcVault)?.ownerSelectors).toContain(selector('setIsAllocator(address,bool)'))
  expect(ruleOf(factory)).toEqual({
    address: factory,
    selectors: [],
    ownerSelectors: [selector('createMetaMorpho(address,uint256,address,string,string,bytes32)')],
  })
})
