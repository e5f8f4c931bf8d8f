import { type Address, getAddress, isAddress } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { renderSuggestion, ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { findNearest } from '../../core/suggest.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'

/** Tell whether a token, target, spender or recipient is allowed by local policy, and why not. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_allowlist',
  description:
    'Tell whether a token, target, selector, spender or recipient is allowed by local policy and why not.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['check'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_allowlist tells in which roles local policy allows an address (asset, target, spender, recipient) and whether a function selector may be called there.',
  promptGuidelines: ['The PolicyCage has an allowlist of its own, which may be narrower.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      subject: Type.String({ minLength: 1, maxLength: 42, description: 'token symbol or any address' }),
      selector: Type.Optional(Type.Unsafe<`0x${string}`>({ type: 'string', pattern: '^0x[0-9a-fA-F]{8}$' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    address: AddressSchema,
    label: Type.Union([Type.String(), Type.Null()]),
    isAsset: Type.Boolean(),
    isTarget: Type.Boolean(),
    isSpender: Type.Boolean(),
    isRecipient: Type.Boolean(),
    /** Functions that may be called on the target. */
    selectors: Type.Array(Type.String()),
    /** Null when no selector was asked for. */
    isSelectorAllowed: Type.Union([Type.Boolean(), Type.Null()]),
    reasons: Type.Array(Type.String()),
  }),
  errorCodes: ['UNKNOWN_TOKEN'],
  async read({ subject, selector }, ctx) {
    ctx.step('check')
    const address = resolveSubject(ctx.book, subject)
    const { selectors, ...roles } = ctx.safety.allowlist(address)
    const isSelectorAllowed = selector
      ? selectors.some((allowed) => allowed.toLowerCase() === selector.toLowerCase())
      : null
    const reasons: string[] = []
    if (!Object.values(roles).some(Boolean) && !isAddressEqual(address, ctx.account)) {
      reasons.push('local policy does not list the address in any role')
    }
    if (selector && !roles.isTarget) reasons.push('the address is no allowed target')
    else if (isSelectorAllowed === false) reasons.push(`selector ${selector} is not allowed on the target`)
    return {
      address,
      label: findKnownAddress(ctx.book, address)?.label ?? null,
      ...roles,
      selectors: [...selectors],
      isSelectorAllowed,
      reasons,
    }
  },
})

function resolveSubject(book: AddressBook, subject: string): Address {
  if (isAddress(subject, { strict: false })) return getAddress(subject)
  const token = findToken(book, subject)
  if (token) return token.address
  const nearest = findNearest(
    subject,
    book.tokens.map(({ symbol }) => symbol),
  )
  throw new ToolError('UNKNOWN_TOKEN', {
    token: subject,
    chainId: book.chainId,
    suggestion: renderSuggestion(nearest),
  })
}
