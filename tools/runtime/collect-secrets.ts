import { hexToBytes, stringToBytes } from 'viem'
import { SecretBytes } from '../safety/taint/secret-bytes.ts'
import { createSecretMatcher, type Secret, type SecretMatcher } from '../safety/taint/secrets.ts'
import type { RuntimePorts } from './runtime-ports.ts'

type SecretPorts = Pick<RuntimePorts, 'keys' | 'strategy' | 'secrets'>

/** Matchers of keys and a strategy alone, which every start on the same ones shares. */
const known = new WeakMap<SecretPorts['keys'], Map<string | undefined, SecretMatcher>>()

/**
 * Collect everything that no sink may show; once for the same keys and strategy. The bytes of keys are wiped once the
 * matcher knows them.
 */
export function collectSecrets(ports: SecretPorts): SecretMatcher {
  const { keys, strategy, secrets } = ports
  if (secrets !== undefined) return createMatcher(ports)
  const ofKeys = known.get(keys) ?? new Map<string | undefined, SecretMatcher>()
  const matcher = ofKeys.get(strategy) ?? createMatcher(ports)
  known.set(keys, ofKeys.set(strategy, matcher))
  return matcher
}

function createMatcher({ keys, strategy, secrets = [] }: SecretPorts): SecretMatcher {
  const held = keys.map(({ label, privateKey }) => ({
    label,
    key: new SecretBytes(hexToBytes(privateKey), 'WalletSecret'),
  }))
  try {
    return createSecretMatcher([
      ...held.map(({ label, key }) => key.use((bytes) => ({ label, bytes, taint: key.label }))),
      // A file without a word says nothing that could be told.
      ...(strategy?.trim() ? [describeStrategy(strategy)] : []),
      ...secrets,
    ])
  } finally {
    for (const { key } of held) key.wipe()
  }
}

const describeStrategy = (strategy: string): Secret => ({
  label: 'strategy',
  bytes: stringToBytes(strategy),
  taint: 'StrategyConfidential',
  isText: true,
})
