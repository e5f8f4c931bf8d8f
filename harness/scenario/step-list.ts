import type { ActionOf } from './step/define-step.ts'
import { ACT } from './steps/act.ts'
import { ADVANCE } from './steps/advance.ts'
import { AGENT } from './steps/agent.ts'
import { ANSWER } from './steps/answer.ts'
import { BASE_FEE } from './steps/base-fee.ts'
import { CALL } from './steps/call.ts'
import { CANCEL } from './steps/cancel.ts'
import { CODE } from './steps/code.ts'
import { COMMIT } from './steps/commit.ts'
import { COPY } from './steps/copy.ts'
import { DAMAGE } from './steps/damage.ts'
import { DISK } from './steps/disk.ts'
import { DROP } from './steps/drop.ts'
import { EXPECT } from './steps/expect.ts'
import { FAULT } from './steps/fault.ts'
import { GATEWAY } from './steps/gateway.ts'
import { GUARDIAN } from './steps/guardian.ts'
import { HALT } from './steps/halt.ts'
import { HEAL } from './steps/heal.ts'
import { INCLUDE } from './steps/include.ts'
import { LATER } from './steps/later.ts'
import { LIE } from './steps/lie.ts'
import { MARK } from './steps/mark.ts'
import { MINE } from './steps/mine.ts'
import { MINING } from './steps/mining.ts'
import { OUTSIDER } from './steps/outsider.ts'
import { PHASE } from './steps/phase.ts'
import { PLUGIN } from './steps/plugin.ts'
import { PREVIEW } from './steps/preview.ts'
import { PRICE } from './steps/price.ts'
import { QUERY } from './steps/query.ts'
import { RAW } from './steps/raw.ts'
import { RECONCILE } from './steps/reconcile.ts'
import { RECOVER } from './steps/recover.ts'
import { REMOTE_SIGNER } from './steps/remote-signer.ts'
import { REORG } from './steps/reorg.ts'
import { REPEAT } from './steps/repeat.ts'
import { RESTART } from './steps/restart.ts'
import { SANDWICH } from './steps/sandwich.ts'
import { SECOND_PROVIDER } from './steps/second-provider.ts'
import { SEQUENCER } from './steps/sequencer.ts'
import { SHOCK } from './steps/shock.ts'
import { SIGN } from './steps/sign.ts'
import { SKEW } from './steps/skew.ts'
import { STORAGE } from './steps/storage.ts'
import { TAMPER } from './steps/tamper.ts'
import { TICK } from './steps/tick.ts'
import { TOGETHER } from './steps/together.ts'
import { TOKEN } from './steps/token.ts'
import { TOOL } from './steps/tool.ts'
import { TRADE } from './steps/trade.ts'
import { TRANSFER } from './steps/transfer.ts'
import { UPSTREAM } from './steps/upstream.ts'
import { VITALITY } from './steps/vitality.ts'

/** Every step that a scenario may hold, in the order in which messages name them: one file each in steps/. */
export const STEPS = [
  PREVIEW,
  ACT,
  COMMIT,
  CANCEL,
  QUERY,
  TOOL,
  RAW,
  OUTSIDER,
  SIGN,
  CALL,
  ANSWER,
  HALT,
  ADVANCE,
  TICK,
  SKEW,
  PRICE,
  LIE,
  SEQUENCER,
  TRADE,
  SANDWICH,
  SHOCK,
  TRANSFER,
  LATER,
  PHASE,
  VITALITY,
  MINE,
  REPEAT,
  MINING,
  BASE_FEE,
  FAULT,
  UPSTREAM,
  DISK,
  HEAL,
  SECOND_PROVIDER,
  REMOTE_SIGNER,
  GUARDIAN,
  GATEWAY,
  PLUGIN,
  DROP,
  MARK,
  REORG,
  INCLUDE,
  RECOVER,
  RECONCILE,
  RESTART,
  AGENT,
  COPY,
  DAMAGE,
  TAMPER,
  TOKEN,
  TOGETHER,
  CODE,
  STORAGE,
  EXPECT,
] as const

/** What one step does: what the definitions of the list read. */
export type StepAction = ActionOf<(typeof STEPS)[number]>
