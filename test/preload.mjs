// What a process of vitest loads before tests, as bin/assay.mjs does.
import module from 'node:module'
import { join } from 'node:path'
import '../bin/use-packages.mjs'

module.enableCompileCache({
  directory: join(import.meta.dirname, '..', '.assay', 'compile-cache'),
  portable: true,
})
