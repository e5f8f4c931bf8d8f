import { Type } from '../../../tools/core/schema.ts'
import { DISK_FAULTS } from '../../stage/disk.ts'
import { closed, named, optional } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** The disk below the store fails. */
export const DISK = defineStep({
  kind: 'disk',
  schema: Type.Object(
    {
      fails: named(DISK_FAULTS, 'how it fails'),
      from: optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'first durable write to fail; default 1' }),
      ),
    },
    { ...closed, description: 'the disk below the store fails, e.g. { fails: ENOSPC, from: 2 }' },
  ),
  read: ({ fails, from = 1 }, path, reader) => ({
    fails: reader.choose([...path, 'fails'], 'fault of a disk', fails, DISK_FAULTS),
    fromWrite: from,
  }),
  run: ({ fails, fromWrite }, { stage }) => stage.faults.disk.fail(fails, fromWrite),
  title: ({ fails, fromWrite }) => `${fails} from write ${fromWrite} on`,
  faults: { kinds: DISK_FAULTS.map((fault) => `disk-${fault}` as const) },
})
