import type { TypedDataSigner } from '../../tools/safety/custody/custody.ts'
import type { TransactionSigner } from '../../tools/safety/custody/signers/transaction-signer.ts'
import { keyAccount } from '../key-account.ts'
import { ACTORS } from '../world/actors.ts'

/** A key that signs transactions and typed data. */
export type AgentSigner = TransactionSigner & TypedDataSigner

/** How a signer fails: with another key, by changing what it signs, by throwing, by never answering. */
export type SignerFailure = 'wrong-key' | 'lies' | 'down' | 'hung'

/**
 * Create a signer that fails.
 *
 * @param onHang - told when a signer that never answers is asked
 */
export function createFailingSigner(
  failure: SignerFailure,
  own: AgentSigner,
  onHang: () => void,
): AgentSigner {
  switch (failure) {
    case 'wrong-key':
      return keyAccount(ACTORS.stranger.privateKey)
    case 'lies':
      return {
        address: own.address,
        signTransaction: (transaction) =>
          own.signTransaction({ ...transaction, gas: (transaction.gas ?? 0n) + 1n }),
        signTypedData: (typedData) =>
          own.signTypedData({ ...typedData, domain: { ...typedData.domain, chainId: 1 } }),
      }
    case 'down': {
      const fail = () => Promise.reject(new Error('connection refused'))
      return { address: own.address, signTransaction: fail, signTypedData: fail }
    }
    case 'hung': {
      const hang = () => {
        onHang()
        return new Promise<never>(() => undefined)
      }
      return { address: own.address, signTransaction: hang, signTypedData: hang }
    }
  }
}
