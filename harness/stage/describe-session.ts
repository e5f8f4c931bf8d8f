import type { SdkPort } from '../../tools/core/sdk-port.ts'
import { SIGN_TIMEOUT_MS } from '../../tools/core/signing-time.ts'
import type { CheckpointSink } from '../../tools/safety/audit/checkpointer.ts'
import type { SecondProvider } from '../../tools/safety/evidence/second-provider.ts'
import type { EmergencyGuardian } from '../../tools/safety/guardian/guardian-client.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import type { Gate } from '../chain/gate.ts'
import { createBroadcaster } from './broadcaster.ts'
import type { Disk } from './disk.ts'
import type { Ground } from './ground.ts'
import type { HeldTimers } from './held-timers.ts'
import type { Nodes } from './nodes.ts'
import type { Sandwich } from './sandwich.ts'
import type { SessionOptions } from './session.ts'
import { openSessionSigner } from './session-signer.ts'
import type { StageRemoteSigner } from './stage-remote-signer.ts'

/** Ports of a stage by which a session meets the world. */
export interface SessionPorts {
  readonly nodes: Nodes
  readonly sandwich: Sandwich
  readonly guardian: EmergencyGuardian | undefined
  readonly secondProvider: SecondProvider | undefined
  readonly disk: Disk
  readonly remoteSigner: StageRemoteSigner
}

/** Describe the session of a stage's first agent. */
export async function describeSession(ground: Ground, ports: SessionPorts): Promise<SessionOptions> {
  const { chain, options, clock, gate, observer, timers } = ground
  const { forgery, checkpointSink, onSigning, strategy, beside } = options
  const { nodes, sandwich, remoteSigner, ...rest } = ports
  return {
    ...rest,
    book: chain.book,
    chain: nodes.agent.reader,
    broadcaster: createBroadcaster(ground, nodes.agent, sandwich),
    alternate: {
      chain: nodes.second.reader,
      broadcaster: createBroadcaster(ground, nodes.second, sandwich),
    },
    clock,
    policy: options.policy,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.archetype === undefined ? {} : { archetype: options.archetype }),
    ...options.agent,
    ...(options.protocols ? { protocols: options.protocols } : {}),
    phase: options.phase,
    signing: await openSessionSigner({
      mode: options.signer,
      clock,
      onHang() {
        const end = timers.beginWait('the signer')
        // Time goes on until nothing waits for it any more.
        timers.setTimer(SIGN_TIMEOUT_MS + 1, end)
      },
      remote: remoteSigner.signer,
      ...(onSigning ? { onSigning } : {}),
    }),
    ...(chain.sdks && !options.lacksSdks ? { sdks: holdTimersOf(chain.sdks, timers) } : {}),
    ...(forgery ? { forgery } : {}),
    storePath: options.storePath,
    ...(checkpointSink ? { checkpointSink: withGatedSink(checkpointSink, gate) } : {}),
    seed: options.seed,
    ...(beside ? { beside: () => beside.processes.session } : {}),
    account: options.cage,
    ...(options.untrustedTools ? { untrustedTools: options.untrustedTools } : {}),
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
    ...(strategy === undefined ? {} : { strategy }),
    ...describeSecrets([...(options.secrets ?? []), ...remoteSigner.secrets]),
    ...(options.tickLimits ? { tickLimits: options.tickLimits } : {}),
    ...(options.speculates ? { speculates: true } : {}),
    ...(options.driver === 'pi' ? { openDriver: await loadPiDriver(gate) } : {}),
    operator: options.operator,
    onEvent: observer.onEvent,
    onCommitted: observer.onCommitted,
    onJudging: observer.onJudging,
  }
}

/** Starting their process is no time of the stack's. */
const holdTimersOf = (sdks: SdkPort, { holdTimers }: Pick<HeldTimers, 'holdTimers'>): SdkPort => ({
  ask: (...asked) => holdTimers(sdks.ask(...asked)),
})

/** Without any, sessions share what looks for their keys. */
const describeSecrets = (secrets: readonly Secret[]): Pick<SessionOptions, 'secrets'> =>
  secrets.length === 0 ? {} : { secrets }

/** Load what drives Pi, which only those pay for who use it. */
async function loadPiDriver(gate: Gate): Promise<SessionOptions['openDriver']> {
  const { createPiDriver } = await import('../pi/pi-driver.ts')
  return ({ host }) => createPiDriver(host, gate)
}

const withGatedSink = (sink: CheckpointSink, gate: Gate): CheckpointSink => ({
  read: () => gate.through(() => sink.read()),
  append: (line, length) => gate.through(() => sink.append(line, length)),
})
