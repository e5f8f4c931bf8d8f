import { type Address, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { classifyCode, EIP1967_SLOTS, readAddressWord } from '../../kit/account-kind.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { scanCode } from './scan-code.ts'

const ownableAbi = parseAbi([
  'function owner() view returns (address)',
  'function paused() view returns (bool)',
])
const upgradeAbi = parseAbi(['event Upgraded(address indexed implementation)'])

const HolderSchema = Type.Union([
  Type.Object({
    account: AddressSchema,
    kind: Type.String(),
    label: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Null(),
])

/** Check who may change what a contract does, and what its code can do to itself. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_contract',
  description: 'Check upgradeability, admin power, past upgrades and self-destruction of a contract.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'judge'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_contract checks who can change, pause or destroy a contract: proxy and its admin, owner, past upgrades, dangerous instructions.',
  promptGuidelines: [
    'Fixed does not mean safe: it says that nobody can change it, not what it does.',
    'Dangerous instructions may stand in code that is never reached.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ contract: AddressSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    contract: AddressSchema,
    label: Type.Union([Type.String(), Type.Null()]),
    /** Whether nobody, somebody by rules, or a single key may change what it does. */
    verdict: Type.Union([Type.Literal('fixed'), Type.Literal('changeable'), Type.Literal('dangerous')]),
    reasons: Type.Array(Type.String()),
    kind: Type.String(),
    codeHash: Type.Union([HashSchema, Type.Null()]),
    implementation: Type.Union([AddressSchema, Type.Null()]),
    /** Powers of its code, and of the code behind it. */
    powers: Type.Array(Type.String()),
    admin: HolderSchema,
    owner: HolderSchema,
    isPaused: Type.Union([Type.Boolean(), Type.Null()]),
    ...WINDOW_OUTPUT,
    upgrades: Type.Array(Type.Object({ blockNumber: Type.String(), implementation: AddressSchema })),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read({ contract, ...params }, ctx) {
    const address = getAddress(contract)
    ctx.step('read')
    const [found, window] = await Promise.all([readPowers(ctx, address), readWindow(ctx, params)])
    const { implementation, admin, owner } = found
    const [behind, upgrades, ...holders] = await Promise.all([
      implementation && ctx.chain.getCode({ address: implementation }),
      implementation === undefined
        ? []
        : ctx.chain.getContractEvents({
            address,
            abi: upgradeAbi,
            eventName: 'Upgraded',
            strict: true,
            ...window,
          }),
      ...[admin, owner].map((holder) => describeHolder(ctx, holder)),
    ])
    ctx.step('judge')
    const powers = [...new Set([found.code, behind].flatMap((code) => (code ? scanCode(code) : [])))].sort()
    const [adminHolder = null, ownerHolder = null] = holders
    const judged = { ...found, powers, admin: adminHolder, owner: ownerHolder, upgradeCount: upgrades.length }
    return {
      contract: address,
      label: findKnownAddress(ctx.book, address)?.label ?? null,
      ...judge(judged),
      kind: found.kind,
      codeHash: found.code === undefined ? null : keccak256(found.code),
      implementation: implementation ?? null,
      powers,
      admin: adminHolder,
      owner: ownerHolder,
      isPaused: found.isPaused ?? null,
      ...describeWindow(window),
      upgrades: upgrades.map(({ blockNumber, args }) => ({
        blockNumber: blockNumber.toString(),
        implementation: args.implementation,
      })),
    }
  },
})

interface Holder {
  readonly account: Address
  readonly kind: string
  readonly label: string | null
}

async function readPowers({ chain, book }: ToolContext, address: Address) {
  const readSlot = async (slot: keyof typeof EIP1967_SLOTS) =>
    readAddressWord(await chain.getStorageAt({ address, slot: EIP1967_SLOTS[slot] }))
  const contract = { address, abi: ownableAbi } as const
  const [code, stored, beacon, admin, [owner, paused]] = await Promise.all([
    chain.getCode({ address }),
    readSlot('implementation'),
    readSlot('beacon'),
    readSlot('admin'),
    chain.multicall({
      ...inOneCall(book),
      contracts: [
        { ...contract, functionName: 'owner' },
        { ...contract, functionName: 'paused' },
      ],
    }),
  ])
  const byCode = classifyCode(code)
  const isProxy = byCode.kind === 'contract' && (stored !== undefined || beacon !== undefined)
  return {
    code,
    kind: isProxy ? 'proxy' : byCode.kind,
    implementation: 'implementation' in byCode ? byCode.implementation : isProxy ? stored : undefined,
    beacon,
    admin,
    owner: owner.result === zeroAddress ? undefined : owner.result,
    isPaused: paused.result,
  }
}

async function describeHolder(
  { chain, book }: ToolContext,
  account: Address | undefined,
): Promise<Holder | null> {
  if (account === undefined) return null
  const code: Hex | undefined = await chain.getCode({ address: account })
  return { account, kind: classifyCode(code).kind, label: findKnownAddress(book, account)?.label ?? null }
}

function judge({
  kind,
  beacon,
  powers,
  admin,
  owner,
  isPaused,
  upgradeCount,
}: {
  readonly kind: string
  readonly beacon: Address | undefined
  readonly powers: readonly string[]
  readonly admin: Holder | null
  readonly owner: Holder | null
  readonly isPaused: boolean | undefined
  readonly upgradeCount: number
}) {
  const isKey = (holder: Holder | null) => holder?.kind === 'eoa' || holder?.kind === 'delegated-eoa'
  const dangers: string[] = []
  if (kind === 'eoa') dangers.push('it has no code: what is sent there belongs to a key')
  if (kind === 'delegated-eoa') dangers.push('it is a key that delegates to a contract (EIP-7702)')
  if (powers.includes('selfdestruct')) dangers.push('its code can destroy it')
  if (kind === 'proxy' && isKey(admin)) dangers.push('a single key may replace its code (EIP-1967 admin)')
  if (kind === 'proxy' && isKey(owner)) dangers.push('a single key owns it while its code can be replaced')
  const changes: string[] = []
  if (kind === 'proxy') changes.push(beacon ? 'a beacon says which code it runs' : 'its code can be replaced')
  if (powers.includes('callcode')) changes.push('its code runs foreign code on its own storage (CALLCODE)')
  if (kind === 'contract' && powers.includes('delegatecall'))
    changes.push('its code may run foreign code on its own storage (DELEGATECALL)')
  if (owner) changes.push(`${isKey(owner) ? 'a single key' : 'a contract'} owns it`)
  if (isPaused !== undefined) changes.push(isPaused ? 'it is paused' : 'it can be paused')
  if (upgradeCount > 0) changes.push(`its code was replaced ${upgradeCount} times in the range`)
  const verdict: 'fixed' | 'changeable' | 'dangerous' =
    dangers.length > 0 ? 'dangerous' : changes.length > 0 ? 'changeable' : 'fixed'
  return { verdict, reasons: [...dangers, ...changes] }
}
