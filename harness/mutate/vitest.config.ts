import { readFileSync } from 'node:fs'
import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'
import { SOURCES_VARIABLE } from './run-vitest.ts'
import type { Sources } from './variant-loader.ts'

const path = process.env[SOURCES_VARIABLE]
const sources = path === undefined ? {} : (JSON.parse(readFileSync(path, 'utf8')) as Sources)

/** The tests on changed sources: what vitest loads itself does not pass Node's loader. */
const mutated = mergeConfig(config, {
  plugins: [
    {
      name: 'changed-sources',
      enforce: 'pre',
      load: (id: string) => sources[id.split('?')[0] ?? id],
    },
  ],
})
mutated.test.typecheck = { enabled: false }

export default mutated
