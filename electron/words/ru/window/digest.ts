import terms from '../terms.ts'

/** Экран нового. */
export default {
  back: terms.backToTheStations,
  counted: terms.someLines,
  looked: 'Просмотрено',
  lookedHint: 'Новым теперь будет то, что придёт после составления этого списка (L)',
  done: 'Просмотрено. Новым будет то, что придёт теперь.',
  html: 'Для почты…',
  htmlHint: 'Сохранить список одним файлом HTML, который покажет любая почтовая программа',
  emptyHint: 'Здесь будет то, что принесут загрузка, слияние или проверка.',
  offer: 'Загрузка закончилась.',
  open: terms.whatIsNew,
}
