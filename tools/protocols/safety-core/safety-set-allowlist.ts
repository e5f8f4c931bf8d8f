import { getAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { hasCode } from '../../core/has-code.ts'
import { planChange } from '../../core/plan.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineOwnerTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

const ListSchema = Type.Union(
  [Type.Literal('recipient'), Type.Literal('token'), Type.Literal('target'), Type.Literal('selector')],
  { description: 'the list that the address is on' },
)
const SelectorSchema = Type.Unsafe<`0x${string}`>({ type: 'string', pattern: '^0x[0-9a-fA-F]{8}$' })
const ENTRY = { list: ListSchema, address: AddressSchema, isAllowed: Type.Boolean() }

/**
 * Allow or drop one entry of the local policy's lists. With a function the code is approved that its contract has now: it is
 * what holds of a contract that the policy does not list otherwise, also once another function of it is dropped. Such a
 * contract may never be allowed tokens.
 */
export const TOOL_DEF = defineOwnerTool({
  name: 'safety_set_allowlist',
  description:
    "Allow or drop a token, target, selector or recipient in the local policy, with the owner's approval.",
  category: 'safety',
  riskTier: 'layer3',
  tickBudget: 'fast',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_set_allowlist allows or drops one recipient, function of a target, target or token in the local policy; it needs the owner's approval, and the cage's own lists stay as they are.",
  promptGuidelines: [
    'Leave a token before dropping it: the agent cannot sell what is dropped.',
    'A token or a target is allowed again only where the policy lists it; a new contract is allowed function by function.',
    'Every pending permit dies with the old lists.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ ...ENTRY, selector: Type.Optional(SelectorSchema) }, { additionalProperties: false }),
  output: Type.Object({
    ...ENTRY,
    selector: Type.Optional(SelectorSchema),
    /** Of a function that is allowed: the code that was approved with it. */
    codeHash: Type.Optional(HashSchema),
  }),
  errorCodes: ['INVALID_PARAMS', 'ALLOWLIST_RULE_MISSING'],
  async plan({ list, isAllowed, selector, ...params }, ctx) {
    const address = getAddress(params.address)
    ctx.step('plan')
    if ((list === 'selector') !== (selector !== undefined)) {
      const problem = list === 'selector' ? 'is needed' : `is no part of a ${list}`
      throw new ToolError('INVALID_PARAMS', { path: '/selector', problem })
    }
    // Gas is paid in it, so that no list keeps it out.
    if (list === 'token' && address === NATIVE_TOKEN) {
      throw new ToolError('INVALID_PARAMS', { path: '/address', problem: 'is the native coin' })
    }
    const change = { list, address, isAllowed, ...(selector ? { selector } : {}) }
    if (selector === undefined || !isAllowed) return planChange('set-allowlist', change)
    const { codeHashes } = await ctx.chain.readState({ ...NO_STATE, codeHashes: [address] })
    const [codeHash] = codeHashes
    if (codeHash === undefined || !hasCode(codeHash)) {
      throw new ToolError('INVALID_PARAMS', { path: '/address', problem: 'has no code to call' })
    }
    return planChange('set-allowlist', { ...change, codeHash })
  },
})
