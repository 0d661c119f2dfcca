export function Gallery() {
  return <main>kit</main>;
}
