import path from 'node:path'
import { Arch, type AfterPackContext } from 'electron-builder'
import { layOutCommandLine } from './lay-out.ts'
import type { Target } from './program-heads.ts'

/**
 * electron-builder's hook, before anything is signed: on a Mac, Node is signed with the program that it lies in. The two
 * halves of a universal program have theirs already when they are put together.
 */
export default function afterPack({ appOutDir, arch, electronPlatformName, packager }: AfterPackContext): void {
  if (arch === Arch.universal) return
  const isMac = electronPlatformName === 'darwin'
  const resources = isMac ? path.join(`${packager.appInfo.productFilename}.app`, 'Contents/Resources') : 'resources'
  const target = { platform: electronPlatformName, arch: Arch[arch] } as Target
  layOutCommandLine(packager.projectDir, path.join(appOutDir, resources, 'cli'), target)
}
