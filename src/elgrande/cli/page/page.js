"use strict";

// What is not in the page as text comes packed: rows of the boards, and which of them each stop shows.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

async function begin() {
  const { rows, stops } = await unpacked(document.getElementById("positions").textContent);
  const boards = ["wide", "narrow", "players"].map((name) => document.querySelector("svg." + name));
  const items = [...document.querySelectorAll("#story li")];
  const rounds = items.map((item) => Number(item.dataset.round));
  const story = document.getElementById("story");
  const slider = document.querySelector("#controls input");
  const now = document.getElementById("now");
  let here = -1;

  function draw(board, shown) {
    board.setAttribute("viewBox", `0 0 ${board.viewBox.baseVal.width} ${shown.length * 20}`);
    while (board.children.length > shown.length) board.lastElementChild.remove();
    shown.forEach((number, y) => {
      let row = board.children[y];
      if (!row) {
        row = document.createElementNS("http://www.w3.org/2000/svg", "g");
        row.setAttribute("transform", `translate(0 ${y * 20 + 15})`);
        board.append(row);
      }
      if (row.number !== number) {
        row.innerHTML = rows[number];
        row.number = number;
      }
    });
  }

  function show(at) {
    at = Math.max(0, Math.min(at, items.length - 1));
    if (at === here) return;
    const item = items[at];
    if (here >= 0) {
      items[here].classList.remove("here");
      items[here].removeAttribute("aria-current");
    }
    here = at;
    item.classList.add("here");
    item.setAttribute("aria-current", "step");
    boards.forEach((board, i) => draw(board, stops[at][i]));
    slider.value = at;
    slider.setAttribute("aria-valuetext", item.querySelector(".title").textContent);
    now.innerHTML = item.innerHTML;
    if (story.scrollHeight > story.clientHeight) {
      story.scrollTop = item.offsetTop - story.offsetTop - story.clientHeight / 3;
    }
    history.replaceState(null, "", "#" + item.id);
  }

  function toRound(number) {
    const found = rounds.indexOf(number);
    if (found >= 0) show(found);
  }

  // Within a round back leads to its beginning, as it does in the replay.
  function turnRound(way) {
    const first = rounds.indexOf(rounds[here]);
    if (way < 0) show(first < here ? first : rounds.indexOf(rounds[here - 1]));
    else {
      const next = rounds.findIndex((round, at) => at > here && round !== rounds[here]);
      show(next < 0 ? items.length - 1 : next);
    }
  }

  function asked() {
    return items.findIndex((item) => "#" + item.id === location.hash);
  }

  slider.max = items.length - 1;
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.getElementById("controls").addEventListener("click", (event) => {
    const { stop, round } = event.target.dataset;
    if (stop) show(here + Number(stop));
    if (round) turnRound(Number(round));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (way) {
      event.preventDefault();
      if (event.shiftKey) turnRound(way);
      else show(here + way);
    } else if (/^[1-9]$/.test(event.key)) {
      toRound(Number(event.key));
    }
  });
  story.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (!item) return;
    event.preventDefault();
    show(items.indexOf(item));
  });
  // An address that names a stop is shown on the map, and not scrolled to in the story.
  function goThere() {
    const at = asked();
    show(Math.max(0, at));
    if (at >= 0) requestAnimationFrame(() => window.scrollTo(0, 0));
  }

  window.addEventListener("hashchange", goThere);
  document.documentElement.classList.add("scripted");
  document.getElementById("controls").hidden = false;
  document.getElementById("keys").hidden = false;
  goThere();
}

begin();
