import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  concat,
  type Hex,
  hashStruct,
  hashTypedData,
  zeroAddress,
} from 'viem'
import type { AccountRules, OwnActs, SettingsChange } from '../../core/contract-account.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { safeActionsAbi, safeSettingsAbi, safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  fromAccountSettings,
  listSettingsViews,
  readSettings,
  type SafeSettings,
  toAccountSettings,
} from './settings.ts'
import { describeOwnTransaction, listArguments, type SafeTransaction } from './transaction.ts'

/** How Safes act for themselves: `execTransaction` with the threshold's signatures over exactly its hash. */
export const OWN_ACTS: OwnActs = {
  isSetting: (data) => decodeExactly(safeSettingsAbi, data) !== undefined,
  describe: describeOwnTransaction,
  encode: (call, signatures) =>
    encodeFunctionData({
      abi: safeActionsAbi,
      functionName: 'execTransaction',
      // The nonce is no argument: a Safe takes its own.
      args: listArguments(describeOwnTransaction(NOWHERE, { call, nonce: 0n }), signatures),
    }),
  readNonce: (chain, address, blockNumber) =>
    chain.readContract({ address, abi: safeStateAbi, functionName: 'nonce', blockNumber }),
  async isSigned(chain, account, { signatures, ...own }, blockNumber) {
    const typed = describeOwnTransaction(account, own)
    const answer = chain.readContract({
      address: account.address,
      abi: safeStateAbi,
      functionName: 'checkSignatures',
      args: [hashTypedData(typed), encodeHashed(typed), signatures],
      blockNumber,
    })
    return answer.then(
      () => true,
      (cause: unknown) => {
        // A Safe refuses signatures by reverting; a node that does not answer refuses nothing.
        if (cause instanceof BaseError && cause.walk((e) => e instanceof ContractFunctionRevertedError))
          return false
        throw cause
      },
    )
  },
  listViews: listSettingsViews,
  readSettings(answers) {
    const settings = readSettings(answers)
    return settings && toAccountSettings(settings)
  },
  assertChange,
  describeChange,
}

/** The bytes whose hash the owners sign; a contract among them is shown these (`Safe.encodeTransactionData`). */
const encodeHashed = ({ domain, types, primaryType, message }: SafeTransaction): Hex =>
  concat([
    '0x1901',
    hashStruct({
      data: { ...domain, chainId: BigInt(domain.chainId) },
      primaryType: 'EIP712Domain',
      types: { EIP712Domain: DOMAIN },
    }),
    hashStruct({ data: message, primaryType, types }),
  ])

const DOMAIN = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

const NOWHERE = { chainId: 0, address: zeroAddress }

/** Entries of a list that another does not have. */
const beyond = (list: readonly Address[], other: readonly Address[]) =>
  list.filter((entry) => !other.some((known) => isAddressEqual(known, entry)))

const readChange = ({ before, after }: SettingsChange) =>
  [fromAccountSettings(before), fromAccountSettings(after)] as const

/** Check that nothing but the owners, their threshold, listed modules and a listed guard changes, and to nobody's own hands. */
function assertChange(change: SettingsChange, rules: AccountRules): void {
  const { address: safe } = rules
  const [before, after] = readChange(change)
  for (const setting of ['singleton', 'fallbackHandler'] as const) {
    const [expected, found] = [before[setting], after[setting]]
    if (!isAddressEqual(expected, found)) {
      throw BASE.error('SAFE_SETTING_REFUSED', { safe, setting, found, expected })
    }
  }
  const decides = [...after.owners, ...after.modules]
  const agent = rules.agents.find((one) => decides.some((address) => isAddressEqual(address, one)))
  if (agent !== undefined) throw BASE.error('SAFE_AGENT_OWNS', { safe, agent })
  for (const contract of beyond(after.modules, before.modules)) {
    assertListed({ role: 'a module', contract }, rules.modules, rules)
  }
  const { guard } = after
  if (!isAddressEqual(guard, before.guard) && !isAddressEqual(guard, zeroAddress)) {
    assertListed({ role: 'the guard', contract: guard }, rules.guards, rules)
  }
  if (after.threshold < 2 && before.threshold > 1) {
    throw BASE.error('SAFE_ONE_KEY', { safe, expected: before.threshold })
  }
}

function assertListed(
  found: { readonly role: string; readonly contract: Address },
  listed: readonly Address[],
  { address: safe, hasCode }: AccountRules,
): void {
  const { contract } = found
  if (!listed.some((entry) => isAddressEqual(entry, contract))) {
    throw BASE.error('SAFE_CODE_NOT_LISTED', { safe, ...found })
  }
  if (!hasCode(contract)) throw BASE.error('SAFE_CODE_MISSING', { safe, ...found })
}

const nameGuard = (guard: Hex) => (isAddressEqual(guard, zeroAddress) ? 'none' : guard)

/** Say in words what an act of a Safe changes of what decides for it. */
function describeChange(change: SettingsChange): readonly string[] {
  const [before, after] = readChange(change)
  const quorum = ({ threshold, owners }: SafeSettings) => `${threshold} of ${owners.length} owners`
  return [
    ...beyond(after.owners, before.owners).map((owner) => `${owner} becomes an owner`),
    ...beyond(before.owners, after.owners).map((owner) => `${owner} is no owner any more`),
    ...(quorum(before) === quorum(after) ? [] : [`${quorum(after)} have to sign, ${quorum(before)} before`]),
    ...beyond(after.modules, before.modules).map(
      (added) => `${added} becomes a module: it acts for the Safe without signatures`,
    ),
    ...beyond(before.modules, after.modules).map((gone) => `${gone} is no module any more`),
    ...(isAddressEqual(before.guard, after.guard)
      ? []
      : [`the guard is ${nameGuard(after.guard)}, ${nameGuard(before.guard)} before`]),
  ]
}
