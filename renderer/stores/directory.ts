import { defineStore } from 'pinia'
import { computed } from 'vue'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { client } from '../client.ts'
import { useQuestion } from './question.ts'

/** The two archives that every service has, until the channel directory of this one is in the book. */
const FIRST_READINGS = ['hourly', 'daily']

/** The archive types in the channel directory of the open book. */
export const useDirectory = defineStore('directory', () => {
  const question = useQuestion((signal) => client.reference.archiveTypes(undefined, { signal }), {
    topics: ['reference', 'book'],
  })
  const archiveTypes = computed(() => question.data.value ?? [])
  const names = computed(() => new Map(archiveTypes.value.map((type) => [type.archiveType, type.archiveTypeName])))
  /** The archives that hold readings. */
  const readingTypes = computed(() => {
    const known = archiveTypes.value.map((type) => type.archiveType).filter((code) => !EVENT_ARCHIVES.some((event) => event === code))
    return known.length > 0 ? known : FIRST_READINGS
  })
  return { archiveTypes, readingTypes, names }
})
