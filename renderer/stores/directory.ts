import { defineStore } from 'pinia'
import { computed } from 'vue'
import { client } from '../client.ts'
import { useQuestion } from './question.ts'

/** Archive types that the channel directory of the open book names. */
export const useDirectory = defineStore('directory', () => {
  const question = useQuestion((signal) => client.reference.archiveTypes(undefined, { signal }), {
    topics: ['reference', 'book'],
  })
  const archiveTypes = computed(() => question.data.value ?? [])
  const names = computed(() => new Map(archiveTypes.value.map((type) => [type.archiveType, type.archiveTypeName])))
  return { archiveTypes, names }
})
