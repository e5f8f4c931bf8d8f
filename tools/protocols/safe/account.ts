import { encodeAbiParameters } from 'viem'
import type { ContractAccount, Envelope, OperatorAccount } from '../../core/contract-account.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { safeActionsAbi, safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { OWN_ACTS } from './own-acts.ts'
import { readReceipt } from './receipt.ts'
import { collectSignatures, joinSignatures } from './signatures-of-owners.ts'
import { describeTransaction, GAS_OVERHEAD, listArguments } from './transaction.ts'

/** What Safes are (https://github.com/safe-global/safe-smart-account/tree/v1.4.1): a relayer sends what owners signed. */
export const ACCOUNT: ContractAccount = {
  operate(account) {
    const { address, relayer } = account
    return {
      route: {
        sender: relayer,
        gasOverhead: GAS_OVERHEAD,
        readNonce: (chain) => readNonce({ ...account, chain }),
        readReceipt: (receipt) => readReceipt(address, receipt),
      },
      envelope: createEnvelope(account),
    }
  },
  // What its CompatibilityFallbackHandler answers for: a message of the Safe that holds the hash.
  describeApproval: ({ chainId, address }, hash) => ({
    domain: { chainId, verifyingContract: address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: encodeAbiParameters([{ type: 'bytes32' }], [hash]) },
  }),
  joinSignatures,
  ownActs: OWN_ACTS,
}

const readNonce = ({ chain, address }: OperatorAccount) =>
  chain.readContract({ address, abi: safeStateAbi, functionName: 'nonce' })

/** Create the envelope of an operator that is a Safe: the cage's call goes out as `execTransaction`. */
const createEnvelope = (account: OperatorAccount): Envelope => ({
  async seal(call, { gasLimit, operatorNonce: nonce }) {
    const { address: safe, clock } = account
    if (nonce === undefined) throw new ToolError('SIGNER_FAILED', { reason: 'no nonce of the Safe is bound' })
    const typed = describeTransaction(account, call, { gasLimit, nonce })
    return {
      to: safe,
      data: encodeFunctionData({
        abi: safeActionsAbi,
        functionName: 'execTransaction',
        args: listArguments(typed, await collectSignatures(account, typed)),
      }),
      async open(receipt) {
        if (receipt.status === 'reverted' && (await inTime(clock, readNonce(account), 'the Safe')) > nonce) {
          throw BASE.error('SAFE_OUTCOME_UNKNOWN', { safe, nonce, hash: receipt.transactionHash })
        }
        return readReceipt(safe, receipt)
      },
    }
  },
})
