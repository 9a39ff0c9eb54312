//! The few graph walks the solvers need: strongly connected components and reachability.

/// Splits a directed graph into its strongly connected components, every component after those it leads to.
///
/// `successors[v]` lists the vertices an edge goes to from `v`; repeated edges and loops do no harm. The order
/// (sinks first) is the order in which a system of equations "value of a vertex from its successors" is solved.
///
/// Cost: linear in vertices and edges; no recursion, so long paths are safe.
///
/// # Panics
/// If an edge leads to a vertex that does not exist.
pub(crate) fn strong_components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    strong_components_by(successors.len(), |vertex, cursor| {
        let next = successors[vertex].get(*cursor as usize).copied();
        *cursor += 1;
        next
    })
}

/// As [`strong_components`], for edges that are kept in a form of the caller's own.
///
/// `next(vertex, cursor)` returns where the next edge of the vertex goes, or `None` when there are no more; `cursor` is 0
/// at first and then whatever the function left in it, which must not be 0.
///
/// Cost: linear in vertices and edges; no recursion.
///
/// # Panics
/// If an edge leads to `vertices` or beyond.
pub(crate) fn strong_components_by(
    vertices: usize,
    next: impl Fn(usize, &mut u64) -> Option<usize>,
) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; vertices];
    let mut low = vec![0; vertices];
    let mut on_stack = vec![false; vertices];
    let mut stack = Vec::new();
    let mut next_order = 0;
    let mut components = Vec::new();
    // One frame a vertex being walked: the vertex and where among its edges the walk is.
    let mut frames: Vec<(usize, u64)> = Vec::new();
    for root in 0..vertices {
        if order[root] != UNSEEN {
            continue;
        }
        frames.push((root, 0));
        while let Some(frame) = frames.last_mut() {
            let vertex = frame.0;
            if frame.1 == 0 {
                order[vertex] = next_order;
                low[vertex] = next_order;
                next_order += 1;
                stack.push(vertex);
                on_stack[vertex] = true;
            }
            if let Some(to) = next(vertex, &mut frame.1) {
                if order[to] == UNSEEN {
                    frames.push((to, 0));
                } else if on_stack[to] {
                    low[vertex] = low[vertex].min(order[to]);
                }
                continue;
            }
            frames.pop();
            if let Some(parent) = frames.last() {
                low[parent.0] = low[parent.0].min(low[vertex]);
            }
            if low[vertex] == order[vertex] {
                components.push(pop_component(vertex, &mut stack, &mut on_stack));
            }
        }
    }
    components
}

/// Takes a component off the stack, down to the vertex at which the walk came to it; in ascending order.
fn pop_component(root: usize, stack: &mut Vec<usize>, on_stack: &mut [bool]) -> Vec<usize> {
    let mut component = Vec::new();
    while let Some(member) = stack.pop() {
        on_stack[member] = false;
        component.push(member);
        if member == root {
            break;
        }
    }
    component.sort_unstable();
    component
}

/// Marks the vertices that can be reached from `starts`, themselves included.
///
/// Cost: linear in vertices and edges.
///
/// # Panics
/// If a start or an edge names a vertex that does not exist.
pub(crate) fn reachable(
    successors: &[Vec<usize>],
    starts: impl IntoIterator<Item = usize>,
) -> Vec<bool> {
    let mut seen = vec![false; successors.len()];
    let mut todo = Vec::new();
    for start in starts {
        if !seen[start] {
            seen[start] = true;
            todo.push(start);
        }
    }
    while let Some(vertex) = todo.pop() {
        for &next in &successors[vertex] {
            if !seen[next] {
                seen[next] = true;
                todo.push(next);
            }
        }
    }
    seen
}

/// Marks the vertices from which some end can be reached, the ends included.
///
/// # Panics
/// If an end or an edge names a vertex that does not exist.
pub(crate) fn reaching(
    successors: &[Vec<usize>],
    ends: impl IntoIterator<Item = usize>,
) -> Vec<bool> {
    reachable(&reversed(successors), ends)
}

/// Turns every edge of a graph round.
///
/// # Panics
/// If an edge leads to a vertex that does not exist.
fn reversed(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, tos) in successors.iter().enumerate() {
        for &to in tos {
            predecessors[to].push(from);
        }
    }
    predecessors
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_path_does_not_overflow_the_stack() {
        let n = 300_000;
        let path: Vec<Vec<usize>> = (0..n)
            .map(|v| if v + 1 < n { vec![v + 1] } else { vec![] })
            .collect();
        let components = strong_components(&path);
        assert_eq!(components.len(), n);
        assert_eq!(components[0], vec![n - 1]);
    }

    proptest! {
        #[test]
        fn components_are_mutual_reachability(edges in proptest::collection::vec((0usize..9, 0usize..9), 0..25)) {
            let mut graph = vec![Vec::new(); 9];
            for (a, b) in edges {
                graph[a].push(b);
            }
            let components = strong_components(&graph);
            let mut number = [usize::MAX; 9];
            for (i, component) in components.iter().enumerate() {
                for &v in component {
                    prop_assert_eq!(number[v], usize::MAX);
                    number[v] = i;
                }
            }
            let reach: Vec<Vec<bool>> = (0..9).map(|v| reachable(&graph, [v])).collect();
            for a in 0..9 {
                for b in 0..9 {
                    prop_assert_eq!(number[a] == number[b], reach[a][b] && reach[b][a]);
                    if reach[a][b] {
                        prop_assert!(number[b] <= number[a]);
                    }
                }
            }
        }
    }
}
