import type { Address } from 'viem'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { TypedDataSigner } from '../safety/custody/custody.ts'
import { type KeystoreSigner, openKeystoreSigner } from '../safety/custody/signers/keystore-signer.ts'
import { createRemoteSigner, type PostMessage } from '../safety/custody/signers/remote-signer.ts'
import type { TransactionSigner } from '../safety/custody/signers/transaction-signer.ts'
import { signTypedDataExactly } from '../safety/custody/signers/typed-data-signer.ts'
import type { WalletConfig } from './config/config-schema.ts'
import type { SigningPort } from './runtime-ports.ts'

/** A secret that a wallet is opened with. */
export type WalletSecret = 'keystore password' | 'owners password' | 'signer token'

/** What a wallet is opened by. */
export interface WalletPorts {
  /** The cage's operator: the address of the key, or of the contract account. */
  readonly operator: Address
  readonly readFile: (path: string) => string
  readonly readSecret: (secret: WalletSecret) => string
  readonly post: PostMessage
  readonly clock: Pick<Clock, 'setTimer'>
}

type Key = TransactionSigner & TypedDataSigner & { close(): void }

/** Name the secrets that a wallet cannot be opened without. */
export const secretsOf = ({ keystore, account }: WalletConfig): readonly WalletSecret[] => [
  keystore === undefined ? 'signer token' : 'keystore password',
  ...(account === undefined ? [] : (['owners password'] as const)),
]

/**
 * Open what a config says signs for the agent: a key in a file or at a service, which is the operator's or relays for
 * the contract account that operates the cage.
 *
 * @throws ToolError KEYSTORE_INVALID, KEYSTORE_PASSWORD, SIGNER_WRONG_KEY
 */
export async function openWallet(wallet: WalletConfig, ports: WalletPorts): Promise<SigningPort> {
  const { account } = wallet
  const { operator, clock } = ports
  if (account === undefined) {
    const { address = operator } = wallet
    if (!isAddressEqual(address as Address, operator)) {
      throw new ToolError('SIGNER_WRONG_KEY', { found: address, expected: operator })
    }
    const key = await openKey(wallet, ports, operator)
    return {
      signer: key,
      typedDataSigner: signTypedDataExactly(key, operator, clock),
      sender: operator,
      close: key.close,
    }
  }
  const key = await openKey(wallet, ports, wallet.address as Address | undefined)
  const owners: KeystoreSigner[] = []
  const close = () => {
    for (const opened of [key, ...owners]) opened.close()
  }
  try {
    for (const path of wallet.owners ?? []) owners.push(await openOwner(path, ports))
  } catch (cause) {
    close()
    throw cause
  }
  return { signer: key, sender: key.address, contract: { protocol: account, owners }, close }
}

async function openKey(
  { keystore, remote_signer: url, address }: WalletConfig,
  { readFile, readSecret, post, clock }: WalletPorts,
  expected: Address | undefined,
): Promise<Key> {
  if (keystore !== undefined) {
    return openKeystoreSigner({
      json: readFile(keystore),
      password: async () => readSecret('keystore password'),
      ...(expected === undefined ? {} : { expected }),
    })
  }
  const remote = createRemoteSigner({
    url: url as string,
    address: (address ?? expected) as Address,
    token: readSecret('signer token'),
    post,
    clock,
  })
  return { ...remote, close: () => undefined }
}

const openOwner = (path: string, { readFile, readSecret }: WalletPorts): Promise<KeystoreSigner> =>
  openKeystoreSigner({ json: readFile(path), password: async () => readSecret('owners password') })
