import { getAddress, isAddress, zeroAddress } from 'viem'
import { findLookalike } from '../../core/find-lookalike.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { classifyCode } from '../../kit/account-kind.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress, listKnownAddresses } from '../../kit/known-addresses.ts'

/** Check an address for poisoning look-alikes, wrong checksum, missing code or unknown origin. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_address',
  description: 'Check an address for poisoning look-alikes, wrong checksum, missing code or unknown origin.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'judge'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_address checks one address for look-alikes of known addresses, wrong checksum, missing code and unknown origin; use it before sending or approving.',
  promptGuidelines: ['Never use an address that this tool calls suspicious.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ address: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    /** With its right checksum. */
    address: AddressSchema,
    verdict: Type.Union([Type.Literal('known'), Type.Literal('unknown'), Type.Literal('suspicious')]),
    label: Type.Union([Type.String(), Type.Null()]),
    isAllowlisted: Type.Boolean(),
    checksum: Type.Union([Type.Literal('valid'), Type.Literal('absent'), Type.Literal('wrong')]),
    kind: Type.String(),
    transactionCount: Type.Integer(),
    balanceWei: BaseUnitsSchema,
    lookalike: Type.Union([Type.Object({ address: AddressSchema, label: Type.String() }), Type.Null()]),
    reasons: Type.Array(Type.String()),
  }),
  errorCodes: [],
  async read(params, ctx) {
    const address = getAddress(params.address)
    ctx.step('read')
    const [code, transactionCount, balance] = await Promise.all([
      ctx.chain.getCode({ address }),
      ctx.chain.getTransactionCount({ address }),
      ctx.chain.getBalance({ address }),
    ])
    ctx.step('judge')
    const own = [
      { address: ctx.account, label: 'own account' },
      { address: ctx.operator, label: 'own operator key' },
    ]
    const known = [...own, ...listKnownAddresses(ctx.book)]
    const label =
      own.find((entry) => isAddressEqual(entry.address, address))?.label ??
      findKnownAddress(ctx.book, address)?.label
    const roles = ctx.safety.allowlist(address)
    const isAllowlisted = roles.isAsset || roles.isTarget || roles.isSpender || roles.isRecipient
    const lookalike = findLookalike(address, known)
    const checksum = judgeChecksum(params.address)
    const { kind } = classifyCode(code)

    const alarms: string[] = []
    if (lookalike && !label)
      alarms.push(`it resembles ${lookalike.label} (${lookalike.address}) but is not the same`)
    if (checksum === 'wrong') alarms.push('its checksum is wrong: a digit or a letter was changed')
    if (address === zeroAddress) alarms.push('it is the zero address; what is sent there is lost')
    if (label && kind === 'eoa' && findKnownAddress(ctx.book, address)) {
      alarms.push('the address book knows it as a contract, but it has no code')
    }
    const notes: string[] = []
    if (kind === 'delegated-eoa') notes.push('it delegates to a contract (EIP-7702), which can change')
    if (!label && !isAllowlisted) notes.push('neither the address book nor local policy knows it')
    if (kind === 'eoa' && transactionCount === 0 && balance === 0n) notes.push('it was never used')
    return {
      address,
      verdict:
        alarms.length > 0
          ? ('suspicious' as const)
          : label || isAllowlisted
            ? ('known' as const)
            : ('unknown' as const),
      label: label ?? null,
      isAllowlisted,
      checksum,
      kind,
      transactionCount,
      balanceWei: balance.toString(),
      lookalike: lookalike ? { address: lookalike.address, label: lookalike.label } : null,
      reasons: [...alarms, ...notes],
    }
  },
})

/** An address in one case has no checksum (EIP-55). */
function judgeChecksum(address: string): 'valid' | 'absent' | 'wrong' {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'absent'
  return isAddress(address, { strict: true }) ? 'valid' : 'wrong'
}
