import { hexToBytes, stringToBytes } from 'viem'
import { SecretBytes } from '../safety/taint/secret-bytes.ts'
import { createSecretMatcher, type Secret, type SecretMatcher } from '../safety/taint/secrets.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** Collect everything that no sink may show; the bytes of keys are wiped once the matcher knows them. */
export function collectSecrets({
  keys,
  strategy,
  secrets = [],
}: Pick<RuntimePorts, 'keys' | 'strategy' | 'secrets'>): SecretMatcher {
  const held = keys.map(({ label, privateKey }) => ({
    label,
    key: new SecretBytes(hexToBytes(privateKey), 'WalletSecret'),
  }))
  try {
    return createSecretMatcher([
      ...held.map(({ label, key }) => key.use((bytes) => ({ label, bytes, taint: key.label }))),
      ...(strategy === undefined ? [] : [describeStrategy(strategy)]),
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
