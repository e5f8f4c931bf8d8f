import { type Hex, maxUint256, parseAbi } from 'viem'
import type { SignatureReader } from '../../core/signature-reader.ts'
import { readAddress, readUint } from '../../kit/read-message.ts'

const abi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/** The nonce of ERC-2612 and of DAI, which nothing but a permit itself uses up. */
const tokenNonce: SignatureReader['findLiveness'] = ({ contract, signer, typedData }) => ({
  async isDead(chain) {
    const query = { address: contract, abi, functionName: 'nonces', args: [signer] } as const
    return (await chain.readContract(query)) > readUint(typedData.message.nonce)
  },
  cancel: [],
})

/** An authorised transfer; cancelling it takes a signature of its own. */
const authorization: Omit<SignatureReader, 'type'> = {
  verifier: 'token',
  read: (message, contract) => ({
    owner: readAddress(message.from),
    authorities: [
      {
        token: contract,
        recipients: [readAddress(message.to)],
        amountBaseUnits: readUint(message.value),
        untilSeconds: readUint(message.validBefore),
      },
    ],
  }),
  findLiveness: ({ contract, signer, typedData }) => ({
    isDead: (chain) =>
      chain.readContract({
        address: contract,
        abi,
        functionName: 'authorizationState',
        args: [signer, typedData.message.nonce as Hex],
      }),
    cancel: [],
  }),
}

const AUTHORIZATION_FIELDS =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/** Permits of ERC-2612 and of DAI, and authorised transfers of ERC-3009. */
export const SIGNATURES: readonly SignatureReader[] = [
  {
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    verifier: 'token',
    read: (message, contract) => ({
      owner: readAddress(message.owner),
      authorities: [
        {
          token: contract,
          spender: readAddress(message.spender),
          amountBaseUnits: readUint(message.value),
          untilSeconds: readUint(message.deadline),
        },
      ],
    }),
    findLiveness: tokenNonce,
  },
  {
    type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    verifier: 'token',
    read: (message, contract) => ({
      owner: readAddress(message.holder),
      authorities: [
        {
          token: contract,
          spender: readAddress(message.spender),
          // DAI grants everything or nothing.
          amountBaseUnits: message.allowed === false ? 0n : maxUint256,
          untilSeconds: readUint(message.expiry),
        },
      ],
    }),
    findLiveness: tokenNonce,
  },
  { type: `TransferWithAuthorization(${AUTHORIZATION_FIELDS})`, ...authorization },
  { type: `ReceiveWithAuthorization(${AUTHORIZATION_FIELDS})`, ...authorization },
]
