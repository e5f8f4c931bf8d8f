import { type Address, getAddress } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { permit2Abi } from '../../../tools/protocols/permit2/abi.ts'
import type { EncodeSubmission, GivenSignature, ProtocolSubmissions } from '../../vocabulary/submission.ts'

interface SignedDetails {
  readonly token: Address
  readonly amount: string
  readonly expiration: string
  readonly nonce: string
}

const toDetails = ({ token, amount, expiration, nonce }: SignedDetails) => ({
  token: getAddress(token),
  amount: BigInt(amount),
  expiration: Number(expiration),
  nonce: Number(nonce),
})

const targetOf = ({ typedData }: GivenSignature) => ({
  to: getAddress(typedData.domain.verifyingContract ?? '0x'),
  valueWei: 0n,
})

/** `permit`: any account may submit it. */
const permit: EncodeSubmission = (given, { owner }) => {
  const { details, spender, sigDeadline } = given.typedData.message as unknown as {
    readonly details: SignedDetails | readonly SignedDetails[]
    readonly spender: Address
    readonly sigDeadline: string
  }
  const around = { spender, sigDeadline: BigInt(sigDeadline) }
  const call = { abi: permit2Abi, functionName: 'permit' } as const
  const data =
    'length' in details
      ? encodeFunctionData({
          ...call,
          args: [owner, { details: details.map(toDetails), ...around }, given.signature],
        })
      : encodeFunctionData({
          ...call,
          args: [owner, { details: toDetails(details), ...around }, given.signature],
        })
  return { ...targetOf(given), data }
}

/** `permitTransferFrom`: only its spender may submit it, and takes all for the submitter. */
const transfer: EncodeSubmission = (given, { owner, submitter }) => {
  const { permitted, spender, nonce, deadline } = given.typedData.message as unknown as {
    readonly permitted: { readonly token: Address; readonly amount: string }
    readonly spender: Address
    readonly nonce: string
    readonly deadline: string
  }
  const amount = BigInt(permitted.amount)
  const terms = {
    permitted: { token: permitted.token, amount },
    nonce: BigInt(nonce),
    deadline: BigInt(deadline),
  }
  const args = [terms, { to: submitter, requestedAmount: amount }, owner, given.signature] as const
  const data = encodeFunctionData({ abi: permit2Abi, functionName: 'permitTransferFrom', args })
  return { ...targetOf(given), data, from: spender }
}

/** Both forms of https://github.com/Uniswap/permit2: allowances and transfers by signature. */
export const SUBMISSIONS: ProtocolSubmissions = {
  PermitSingle: permit,
  PermitBatch: permit,
  PermitTransferFrom: transfer,
}
