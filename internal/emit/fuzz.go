package emit

func (c *contract) fuzz() {}
