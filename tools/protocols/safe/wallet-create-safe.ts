import {
  type Address,
  concat,
  encodePacked,
  getAddress,
  getCreate2Address,
  type Hex,
  pad,
  zeroAddress,
} from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { hasCode } from '../../core/has-code.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { proxyFactoryAbi, safeSetupAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assertReachable, ThresholdSchema } from './changes.ts'
import { SENTINEL } from './settings.ts'

/**
 * Create a Safe with given owners: a proxy of the singleton that tells of its acts, which runs no code of others when it is
 * set up and pays nobody (`SafeProxyFactory.sol` and `Safe.setup`, @safe-global/safe-contracts 1.4.1).
 */
export const TOOL_DEF = definePrivilegedTool({
  name: 'wallet_create_safe',
  description: "Deploy a Safe with given owners and threshold, with the owner's approval.",
  category: 'wallet',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_create_safe deploys a Safe 1.4.1 with given owners and threshold, without modules or guard; it needs the owner's approval and holds nothing at first.",
  promptGuidelines: [
    'Its address follows from owners, threshold and salt; another salt gives another Safe of the same owners.',
    'Whoever owns the cage does not change: that is safety_set_cage_owner.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      owners: Type.Array(AddressSchema, { minItems: 1, maxItems: 20 }),
      threshold: ThresholdSchema,
      salt: Type.Optional(Type.String({ ...BaseUnitsSchema, description: 'any number, 0 by default' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Null where none was created. */
    safe: Type.Union([AddressSchema, Type.Null()]),
    owners: Type.Array(AddressSchema),
    threshold: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: ['INVALID_PARAMS', 'PROTOCOL_NOT_DEPLOYED', 'SAFE_THRESHOLD_INVALID', 'SAFE_EXISTS'],
  async plan({ threshold, salt = '0', ...params }, ctx) {
    const { proxyFactory, singletonL2, fallbackHandler } = BASE.on(ctx.book)
    const owners = readOwners(params.owners)
    const setup = encodeFunctionData({
      abi: safeSetupAbi,
      functionName: 'setup',
      args: [owners, BigInt(threshold), zeroAddress, '0x', fallbackHandler, zeroAddress, 0n, zeroAddress],
    })
    ctx.step('read')
    const creationCode = await ctx.chain.readContract({
      address: proxyFactory,
      abi: proxyFactoryAbi,
      functionName: 'proxyCreationCode',
    })
    const safe = getCreate2Address({
      from: proxyFactory,
      salt: keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(setup), BigInt(salt)])),
      bytecode: concat([creationCode, pad(singletonL2)]),
    })
    assertReachable(safe, threshold, owners.length)
    const { codeHashes } = await ctx.chain.readState({ ...NO_STATE, codeHashes: [safe] })
    if (hasCode(codeHashes[0])) throw BASE.error('SAFE_EXISTS', { safe })
    ctx.step('build')
    const data = encodeFunctionData({
      abi: proxyFactoryAbi,
      functionName: 'createProxyWithNonce',
      args: [singletonL2, setup, BigInt(salt)],
    })
    return planOwnerTransaction([{ to: proxyFactory, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt }) {
    const [factory] = plan.calls.map(({ to }) => to)
    const logsOf = (address: Address | undefined) =>
      receipt.logs.filter((log) => address !== undefined && isAddressEqual(log.address, address))
    const [made] = parseEventLogs({ abi: proxyFactoryAbi, eventName: 'ProxyCreation', logs: logsOf(factory) })
    const safe = made?.args.proxy
    const [setup] = parseEventLogs({ abi: safeSetupAbi, eventName: 'SafeSetup', logs: logsOf(safe) })
    return {
      data: {
        safe: safe ?? null,
        owners: [...(setup?.args.owners ?? [])],
        threshold: setup ? Number(setup.args.threshold) : null,
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})

/** Read owners as a Safe takes them: each once, and neither of both addresses that mean none. @throws ToolError INVALID_PARAMS */
function readOwners(listed: readonly string[]): readonly Address[] {
  const owners = listed.map((owner) => getAddress(owner))
  const refuse = (index: number, problem: string) =>
    new ToolError('INVALID_PARAMS', { path: `/owners/${index}`, problem })
  for (const [index, owner] of owners.entries()) {
    if ([zeroAddress, SENTINEL as Hex].some((none) => isAddressEqual(none, owner))) {
      throw refuse(index, 'is nobody')
    }
    if (owners.indexOf(owner) !== index) throw refuse(index, 'is listed twice')
  }
  return owners
}
