/** A list of listeners for one kind of news inside this page. */
export interface Signal<News> {
  emit(news: News): void;
  /** Returns the function that stops listening. */
  listen(listener: (news: News) => void): () => void;
}

export function createSignal<News>(): Signal<News> {
  const listeners = new Set<(news: News) => void>();
  return {
    emit: (news) => {
      for (const listener of listeners) listener(news);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
