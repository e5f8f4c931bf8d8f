import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyCheckout } from '../e2e/copy-checkout.ts'
import { describePackage, NODE_MODULES } from './packages.ts'

// There Node strips no types, and npm puts the packages of this one beside it.
describePackage('below node_modules', (place) => {
  copyCheckout(place)
  rmSync(join(place, 'node_modules'))
  for (const name of readdirSync(NODE_MODULES))
    if (name !== 'vitest') symlinkSync(join(NODE_MODULES, name), join(dirname(place), name))
})
