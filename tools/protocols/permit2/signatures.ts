import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { SignatureReader } from '../../core/signature-reader.ts'
import { readAddress, readList, readStruct, readUint } from '../../kit/read-message.ts'
import { permit2Abi as abi } from './abi.ts'

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMITTED = 'TokenPermissions(address token,uint256 amount)'
const TRANSFER_FIELDS = 'address spender,uint256 nonce,uint256 deadline'

const verifier = { contract: 'permit2' } as const
const later = (a: bigint, b: bigint) => (a > b ? a : b)

/** An allowance by signature, over one ordered nonce for each token and spender. */
const allowance = (isBatch: boolean): Omit<SignatureReader, 'type'> => {
  /** The members of a batch, or the one struct in place of them: what is signed has the shape of its type. */
  const listDetails = (message: Parameters<SignatureReader['read']>[0]) =>
    (isBatch ? readList(message.details) : [message.details]).map(readStruct)
  return {
    verifier,
    read: (message) => ({
      authorities: listDetails(message).map(({ token, amount, expiration }) => ({
        token: readAddress(token),
        spender: readAddress(message.spender),
        amountBaseUnits: readUint(amount),
        // Unused, the signature holds until its deadline; used, the allowance until its expiration.
        untilSeconds: later(readUint(message.sigDeadline), readUint(expiration)),
      })),
    }),
    findLiveness({ contract, signer, typedData }) {
      const spender = readAddress(typedData.message.spender)
      const signed = listDetails(typedData.message).map(({ token, nonce }) => ({
        token: readAddress(token),
        nonce: readUint(nonce),
      }))
      return {
        async isDead(chain) {
          const used = signed.map(async ({ token, nonce }) => {
            const args = [signer, token, spender] as const
            const found = await chain.readContract({
              address: contract,
              abi,
              functionName: 'allowance',
              args,
            })
            return BigInt(found[2]) > nonce
          })
          // Permit2 takes all of a batch or nothing; one of nothing grants nothing.
          const answers = await Promise.all(used)
          return answers.length === 0 || answers.some(Boolean)
        },
        cancel: signed.map(({ token, nonce }) => ({
          to: contract,
          valueWei: 0n,
          data: encodeFunctionData({
            abi,
            functionName: 'invalidateNonces',
            args: [token, spender, Number(nonce) + 1],
          }),
        })),
      }
    },
  }
}

/** A transfer by signature, over one bit of a bitmap. */
const transfer = (isBatch: boolean): Omit<SignatureReader, 'type'> => ({
  verifier,
  read: (message) => ({
    authorities: (isBatch ? readList(message.permitted) : [message.permitted])
      .map(readStruct)
      .map(({ token, amount }) => ({
        token: readAddress(token),
        spender: readAddress(message.spender),
        amountBaseUnits: readUint(amount),
        untilSeconds: readUint(message.deadline),
      })),
  }),
  findLiveness({ contract, signer, typedData }) {
    const nonce = readUint(typedData.message.nonce)
    const [word, mask] = [nonce >> 8n, 1n << (nonce & 255n)]
    const data = encodeFunctionData({ abi, functionName: 'invalidateUnorderedNonces', args: [word, mask] })
    return {
      async isDead(chain) {
        const args = [signer, word] as const
        const found = await chain.readContract({ address: contract, abi, functionName: 'nonceBitmap', args })
        return (found & mask) !== 0n
      },
      cancel: [{ to: contract, valueWei: 0n, data }],
    }
  },
})

/** Allowances and transfers by signature; a witness only narrows what the spender may do. */
export const SIGNATURES: readonly SignatureReader[] = [
  {
    type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    ...allowance(false),
  },
  {
    type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    ...allowance(true),
  },
  {
    type: `PermitTransferFrom(TokenPermissions permitted,${TRANSFER_FIELDS})${PERMITTED}`,
    ...transfer(false),
  },
  {
    type: `PermitBatchTransferFrom(TokenPermissions[] permitted,${TRANSFER_FIELDS})${PERMITTED}`,
    ...transfer(true),
  },
  {
    type: `PermitWitnessTransferFrom(TokenPermissions permitted,${TRANSFER_FIELDS},WITNESS)${PERMITTED}`,
    ...transfer(false),
  },
  {
    type: `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${TRANSFER_FIELDS},WITNESS)${PERMITTED}`,
    ...transfer(true),
  },
]
