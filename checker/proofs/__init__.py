"""The theorems, one function each: what is asked of the model, and how the answer is shown."""
