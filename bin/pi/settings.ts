import { describeUnknown } from '../../tools/core/describe-unknown.ts'
import type { WalletSecret } from '../../tools/runtime/open-wallet.ts'

/** What the environment says of an agent, by what each is for. */
const SETTINGS = {
  BARDO_AGENT_FILE: "path of the agent's file",
  BARDO_RPC_URL: 'URL of the node, or URLs of several with spaces between them',
  BARDO_SECOND_RPC_URL: 'URL of a node of the second provider, or of several',
  BARDO_CHECKPOINT_PASSWORD: 'password of the key that signs checkpoints',
  BARDO_KEYSTORE_PASSWORD: "password of the agent's key",
  BARDO_OWNERS_PASSWORD: "password of the keys of the account's owners",
  BARDO_SIGNER_TOKEN: 'bearer token of the remote signer',
  BARDO_WORKSPACE_SECRET: 'bearer token of the workspace over HTTP, or passphrase of its SSH key',
} as const

/** A variable of the environment that is an agent's. */
export type Setting = keyof typeof SETTINGS

/** The variable that holds each secret of a wallet. */
export const SETTING_OF: Readonly<Record<WalletSecret, Setting>> = {
  'keystore password': 'BARDO_KEYSTORE_PASSWORD',
  'owners password': 'BARDO_OWNERS_PASSWORD',
  'signer token': 'BARDO_SIGNER_TOKEN',
}

/** The settings of a process, which its environment holds no longer. */
export interface Settings {
  /** Undefined where it is not set, or empty. */
  find(setting: Setting): string | undefined
  /** Call only for what was found to be there. */
  get(setting: Setting): string
  /**
   * Hold that all of these are set.
   *
   * @throws Error that names each one that is not
   */
  assertSet(needed: readonly Setting[]): void
}

const PREFIX = 'BARDO_'
const NAMES = Object.keys(SETTINGS) as readonly Setting[]

/**
 * Take the settings out of an environment: no other extension, and no child process, finds its secrets there again.
 *
 * @throws Error that names every variable that looks like a setting and is none
 */
export function takeSettings(environment: Record<string, string | undefined>): Settings {
  const taken = new Map<string, string>()
  for (const name of Object.keys(environment).filter((known) => known.startsWith(PREFIX))) {
    taken.set(name, environment[name] ?? '')
    delete environment[name]
  }
  const unknown = [...taken.keys()].filter((name) => !NAMES.includes(name as Setting))
  if (unknown.length > 0) {
    throw new Error(unknown.map((name) => describeUnknown('setting', name, NAMES)).join('\n'))
  }
  const find = (setting: Setting) => taken.get(setting) || undefined
  return {
    find,
    get: (setting) => find(setting) ?? '',
    assertSet(needed) {
      const missing = needed.filter((setting) => find(setting) === undefined)
      if (missing.length === 0) return
      const each = missing.map((setting) => `${setting} is not set: expected the ${SETTINGS[setting]}`)
      throw new Error(each.join('\n'))
    },
  }
}
