import {
  type Address,
  concat,
  encodeAbiParameters,
  encodePacked,
  erc20Abi,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  stringToHex,
} from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { BASE } from '../../../tools/protocols/delegation-framework/base.ts'
import { keyAccount } from '../../key-account.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { loadContract, PACKAGE } from './contracts.ts'

/** Contracts of the framework by the names of the base. */
const ENFORCERS = {
  periodEnforcer: 'ERC20PeriodTransferEnforcer',
  totalEnforcer: 'ERC20TransferAmountEnforcer',
  callsEnforcer: 'LimitedCallsEnforcer',
  targetsEnforcer: 'AllowedTargetsEnforcer',
  methodsEnforcer: 'AllowedMethodsEnforcer',
  timeEnforcer: 'TimestampEnforcer',
  redeemerEnforcer: 'RedeemerEnforcer',
} as const

/** The account contract and what it verifies P-256 keys with, at addresses of mainnet and of ours. */
const HYBRID = '0x48dBe696A4D990079e039489bA2053B36E8FFEC4'
const P256_LIBRARY = '0x000000000000000000000000000000000f256b1b'
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** An account that delegates, and the key that owns it. */
const DELEGATOR = '0x00000000000000000000000000000000de1e6a70'
const OWNER = keyAccount(keccak256(stringToHex('the key of an account that delegates')))

const ROOT_AUTHORITY = numberToHex(2n ** 256n - 1n, { size: 32 })
/** One call, and it reverts as a whole (ERC-7579). */
const SINGLE_CALL = numberToHex(0, { size: 32 })
const FOREVER_SECONDS = 4_102_444_800n
const PERIOD_SECONDS = 315_360_000n

const delegatorAbi = parseAbi([
  'function initialize(address owner, string[] keyIds, uint256[] xValues, uint256[] yValues)',
])
const CONTEXT = parseAbiParameters([
  'Delegation[]',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])
const TYPES = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

interface Terms {
  readonly enforcer: Address
  readonly terms: Hex
}

/** Sign a delegation of the account to the trader. */
async function delegate({ book, trader }: WorldBuilder, salt: bigint, caveats: readonly Terms[]) {
  const message = {
    delegate: trader,
    delegator: DELEGATOR,
    authority: ROOT_AUTHORITY,
    caveats: caveats.map((caveat) => ({ ...caveat, args: '0x' as const })),
    salt,
  } as const
  const signature = await OWNER.signTypedData({
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId: book.chainId,
      verifyingContract: BASE.on(book).manager,
    },
    types: TYPES,
    primaryType: 'Delegation',
    message,
  })
  return { ...message, signature }
}

/** Have the trader take USDC of the account by a delegation. */
const redeem = (
  { chain, book, trader }: WorldBuilder,
  token: Address,
  delegation: Awaited<ReturnType<typeof delegate>>,
  amount: bigint,
) =>
  chain.call({
    label: `redeem delegation ${delegation.salt}`,
    from: trader,
    to: BASE.on(book).manager,
    abi: BASE.contracts.manager.abi,
    functionName: 'redeemDelegations',
    args: [
      [encodeAbiParameters(CONTEXT, [[delegation]])],
      [SINGLE_CALL],
      [
        encodePacked(
          ['address', 'uint256', 'bytes'],
          [
            token,
            0n,
            encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [trader, amount] }),
          ],
        ),
      ],
    ],
  })

/** The Delegation Framework, and an account that let a key take USDC: within a period, and once, which it disabled. */
export const TESTBED = defineTestbed({
  packages: [PACKAGE],
  async deploy({ chain, book, deployer }) {
    const { manager, ...enforcers } = BASE.on(book)
    await chain.place(loadContract('DelegationManager'), manager, [deployer], deployer)
    for (const [name, address] of Object.entries(enforcers)) {
      await chain.place(loadContract(ENFORCERS[name as keyof typeof ENFORCERS]), address, [], deployer)
    }
    await chain.place(loadContract('SCL_RIP7212'), P256_LIBRARY, [], deployer)
    await chain.place(loadContract('HybridDeleGator', P256_LIBRARY), HYBRID, [manager, ENTRY_POINT], deployer)
    const owned = encodeFunctionData({
      abi: delegatorAbi,
      functionName: 'initialize',
      args: [OWNER.address, [], [], []],
    })
    await chain.place(loadContract('ERC1967Proxy'), DELEGATOR, [HYBRID, owned], deployer)
  },
  async seed(world) {
    const { chain, book, provider, toAmount, tokens } = world
    const { manager, ...by } = BASE.on(book)
    const token = tokens.USDC?.address as Address
    const pack = (...values: readonly bigint[]) =>
      concat([token, ...values.map((value) => numberToHex(value, { size: 32 }))])
    await chain.call({
      label: 'fund the account that delegates',
      from: provider,
      to: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [DELEGATOR, toAmount('USDC', 1_000n)],
    })
    await chain.send({ label: 'give it gas', from: provider, to: DELEGATOR, valueWei: 10n ** 18n })
    const periodic = await delegate(world, 1n, [
      { enforcer: by.periodEnforcer, terms: pack(toAmount('USDC', 500n), PERIOD_SECONDS, 1n) },
      { enforcer: by.targetsEnforcer, terms: token },
      { enforcer: by.methodsEnforcer, terms: '0xa9059cbb' },
      { enforcer: by.callsEnforcer, terms: numberToHex(3n, { size: 32 }) },
      {
        enforcer: by.timeEnforcer,
        terms: concat([numberToHex(0n, { size: 16 }), numberToHex(FOREVER_SECONDS, { size: 16 })]),
      },
    ])
    await redeem(world, token, periodic, toAmount('USDC', 120n))
    const once = await delegate(world, 2n, [
      { enforcer: by.totalEnforcer, terms: pack(toAmount('USDC', 100n)) },
      { enforcer: by.redeemerEnforcer, terms: world.trader },
    ])
    await redeem(world, token, once, toAmount('USDC', 40n))
    await chain.mine()
    await chain.call({
      label: 'disable a delegation',
      from: DELEGATOR,
      to: manager,
      abi: BASE.contracts.manager.abi,
      functionName: 'disableDelegation',
      args: [once],
    })
  },
})
